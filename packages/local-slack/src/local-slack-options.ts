import type { DeclaredShortcut } from './declared-shortcut.ts';
import type { Person } from './people.ts';
import type { UserGroup } from './user-group.ts';

export interface LocalSlackOptions {
  /** Where the bot takes payloads over HTTP; without one they go to an open Socket Mode connection. */
  readonly eventsUrl?: string;
  /** The scopes that the manifest grants the bot. */
  readonly scopes?: readonly string[];
  /** The events that the manifest subscribes to; `file_shared` and `app_home_opened` unless given. */
  readonly events?: readonly string[];
  /** The shortcuts that the manifest declares; none unless given. */
  readonly shortcuts?: readonly DeclaredShortcut[];
  /** Who is in the workspace beside ana, ben and gus. */
  readonly people?: readonly Person[];
  /** The user groups of the workspace; none unless given. */
  readonly userGroups?: readonly UserGroup[];
  /** How long the bot may take to ack; 3 s as in Slack unless given. */
  readonly ackTimeoutMs?: number;
  /** The slash command; `/abilities` unless given. */
  readonly command?: string;
  /** The clock, in milliseconds, which every answer tells, and by which trigger IDs and response URLs expire. */
  readonly now?: () => number;
  /**
   * The folder in which messages, files and App Homes are kept for the next start; made when it is missing. Without it
   * nothing is written. One local Slack at a time.
   */
  readonly stateDir?: string;
  /** Told, in a sentence for a person, what of the state could not be read or kept; a process warning unless given. */
  readonly onNotice?: (sentence: string) => void;
}
