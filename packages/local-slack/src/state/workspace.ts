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
export interface LocalWorkspace {
  team: Team;
  /** Everyone in it, except the bot. */
  people: readonly Person[];
  userGroups: readonly UserGroup[];
  /** The app's current installation; null if there is none. */
  installation: () => Installation | null;
  /** The bot's scopes: none while the app is not installed. */
  scopes: readonly string[];
  command: string;
  /** The app's event subscriptions; none while it is not installed. */
  events: readonly string[];
  /** The app's shortcuts; none while it is not installed. */
  shortcuts: readonly DeclaredShortcut[];
  /** Base URL of the gateway, without a trailing slash; empty before it listens. */
  origin: () => string;
  conversations: Conversations;
  transcript: Transcript;
  wire: Wire;
  faults: Faults;
  triggers: Triggers;
  responseUrls: ResponseUrls;
  hub: SocketHub;
  dispatcher: Dispatcher;
  messages: MessageStore;
  views: ViewStore;
  files: FileStore;
  offered: OfferedOptions;
}

export interface DeclaredShortcut {
  callbackId: string;
  /** The label in Slack's menus. */
  name: string;
  /** In the shortcuts menu, or among the actions of a message. */
  type: 'global' | 'message';
}
