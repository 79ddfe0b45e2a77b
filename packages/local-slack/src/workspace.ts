import type { Conversations } from './conversations.ts';
import type { DeclaredShortcut } from './declared-shortcut.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { Faults } from './faults.ts';
import type { FileStore } from './file-store.ts';
import type { MessageStore } from './message-store.ts';
import type { OfferedOptions } from './offered-options.ts';
import type { Person } from './people.ts';
import type { ResponseUrls } from './response-urls.ts';
import type { SocketHub } from './socket-hub.ts';
import type { Installation, Team } from './team.ts';
import type { Transcript } from './transcript.ts';
import type { Triggers } from './triggers.ts';
import type { UserGroup } from './user-group.ts';
import type { ViewStore } from './view-store.ts';
import type { Wire } from './wire.ts';

/** The parts of a running local Slack, as its routes and drivers share them. */
export interface Workspace {
  readonly team: Team;
  /** Everybody who works here, without the bot. */
  readonly people: readonly Person[];
  readonly userGroups: readonly UserGroup[];
  /** How the app is installed now; null while it is not. */
  readonly installation: () => Installation | null;
  /** What the bot may do: nothing while the app is not installed. */
  readonly scopes: readonly string[];
  /** The slash command, with its slash. */
  readonly command: string;
  /** Names of the events that the app is told; none while it is not installed. */
  readonly events: readonly string[];
  /** The app's shortcuts that people have; none while it is not installed. */
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
  readonly messages: MessageStore;
  readonly views: ViewStore;
  readonly files: FileStore;
  readonly offered: OfferedOptions;
}
