/** A key as people see it. `unreadable`: it is there, and does not open with the keys that this bot has. */
export type ShownKey = { lastFour: string; connectedBy: string; connectedAt: Date } | 'unreadable';

/** Whether the service takes a key; else a sentence for people. */
export type KeyCheck = { ok: true } | { ok: false; sentence: string };

/** Where a workspace keeps the key of its account. */
export interface KeyStore {
  /** Null when none is connected. */
  present(): Promise<ShownKey | null>;
  /** Asks the service, at most so long. Keeps nothing. */
  check(apiKey: string, withinMs: number): Promise<KeyCheck>;
  /** In the place of the one before; what is known of the account before is forgotten. */
  connect(apiKey: string, by: string): Promise<void>;
  disconnect(): Promise<void>;
}

/** The account that a workspace works with. */
export type Connection =
  /** Whoever runs the bot has set it, for the one workspace that the bot is in. */
  | { kind: 'fixed' }
  /** The admins of the workspace connect it. `since` when it was connected: what was changed before was another one's. */
  | { kind: 'own'; state: AccountState; keyStore: KeyStore; since: Date | null };

export type AccountState = 'connected' | 'none' | 'unreadable';

/** All of a key that people see. */
export const lastFourOf = (apiKey: string): string => apiKey.slice(-4);

/** How a key is called in messages and in the history. */
export const keyWords = (lastFour: string | null): string =>
  lastFour === null ? 'a key that could not be read' : `key ending in ${lastFour}`;
