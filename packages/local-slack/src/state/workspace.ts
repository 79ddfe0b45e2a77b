import type { Dispatcher } from '../delivery/dispatcher.ts';
import type { SocketHub } from '../delivery/socket-hub.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Faults } from '../gateway/faults.ts';
import type { Wire } from '../gateway/wire.ts';
import type { Conversations } from './conversations.ts';
import type { MessageStore } from './message-store.ts';
import type { OfferedOptions } from './offered-options.ts';
import type { Person, UserGroup } from './people.ts';
import type { ResponseUrls } from './response-urls.ts';
import type { Installation, Team } from './team.ts';
import type { Transcript } from './transcript.ts';
import type { Triggers } from './triggers.ts';
import type { ViewStore } from './view-store.ts';

/** The parts of a running local Slack, shared by its routes and drivers. */
export interface Workspace {
  readonly team: Team;
  /** Everyone in it, except the bot. */
  readonly people: readonly Person[];
  readonly userGroups: readonly UserGroup[];
  /** The app's current installation; null if there is none. */
  readonly installation: () => Installation | null;
  /** The bot's scopes: none while the app is not installed. */
  readonly scopes: readonly string[];
  readonly command: string;
  /** The app's event subscriptions; none while it is not installed. */
  readonly events: readonly string[];
  /** The app's shortcuts; none while it is not installed. */
  readonly shortcuts: readonly DeclaredShortcut[];
  /** Base URL of the gateway, without a trailing slash; empty before it listens. */
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

export interface DeclaredShortcut {
  readonly callbackId: string;
  /** The label in Slack's menus. */
  readonly name: string;
  /** In the shortcuts menu, or among the actions of a message. */
  readonly type: 'global' | 'message';
}
