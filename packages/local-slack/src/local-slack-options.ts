import type { DeclaredShortcut } from './state/declared-shortcut.ts';
import type { Person } from './state/people.ts';
import type { UserGroup } from './state/user-group.ts';

export interface LocalSlackOptions {
  /** The bot's HTTP endpoint for payloads; without it they go to an open Socket Mode connection. */
  readonly eventsUrl?: string;
  readonly scopes?: readonly string[];
  /** The event subscriptions in the manifest. Default: `file_shared` and `app_home_opened`. */
  readonly events?: readonly string[];
  /** The shortcuts in the manifest. Default: none. */
  readonly shortcuts?: readonly DeclaredShortcut[];
  /** People in the workspace besides ana, ben and gus. */
  readonly people?: readonly Person[];
  /** Default: none. */
  readonly userGroups?: readonly UserGroup[];
  /** Time limit for acks. Default: 3 s, as in Slack. */
  readonly ackTimeoutMs?: number;
  /** Lifetime of a trigger ID. Default: 3 s, as in Slack. */
  readonly triggerMs?: number;
  /** The slash command. Default: `/abilities`. */
  readonly command?: string;
  /** The clock, in milliseconds: sent with every answer, and used for expiring trigger IDs and response URLs. */
  readonly now?: () => number;
  /**
   * Folder in which messages, files and App Homes are stored for the next start, created if missing. Without it nothing
   * is stored. Used by one local Slack at a time.
   */
  readonly stateDir?: string;
  /** Called, with a message for people, if state could not be read or written. Default: a process warning. */
  readonly onNotice?: (sentence: string) => void;
}
