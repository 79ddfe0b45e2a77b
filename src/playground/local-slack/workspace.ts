import type { Conversations } from './conversations.ts';
import type { DeclaredShortcut } from './declared-shortcut.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { Faults } from './faults.ts';
import type { FileDesk } from './file-desk.ts';
import type { MessageDesk } from './message-desk.ts';
import type { OfferedOptions } from './offered-options.ts';
import type { ResponseUrls } from './response-urls.ts';
import type { SocketHub } from './socket-hub.ts';
import type { Transcript } from './transcript.ts';
import type { Triggers } from './triggers.ts';
import type { ViewDesk } from './view-desk.ts';
import type { Wire } from './wire.ts';

/** The parts of a running local Slack, as its routes and drivers share them. */
export interface Workspace {
  readonly scopes: readonly string[];
  /** The slash command, with its slash. */
  readonly command: string;
  /** Names of the events that the app is subscribed to. */
  readonly events: readonly string[];
  readonly shortcuts: readonly DeclaredShortcut[];
  /** Where the gateway is reached, without a trailing slash; empty before it listens. */
  readonly origin: () => string;
  readonly conversations: Conversations;
  readonly transcript: Transcript;
  readonly wire: Wire;
  readonly faults: Faults;
  readonly triggers: Triggers;
  readonly responseUrls: ResponseUrls;
  readonly hub: SocketHub;
  readonly dispatcher: Dispatcher;
  readonly messages: MessageDesk;
  readonly views: ViewDesk;
  readonly files: FileDesk;
  readonly offered: OfferedOptions;
}
