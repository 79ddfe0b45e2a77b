/** A key for display. `unreadable`: a key is stored, but none of the bot's encryption keys decrypts it. */
export type ShownKey = { lastFour: string; connectedBy: string; connectedAt: Date } | 'unreadable';

/** Whether the service accepts a key; if not, a sentence that explains why. */
export type KeyCheck = { ok: true } | { ok: false; sentence: string };

/** Stores the API key of a workspace. */
export interface KeyStore {
  /** Null if none is connected. */
  present(): Promise<ShownKey | null>;
  /** Asks the service whether it accepts the key. Saves nothing. */
  check(apiKey: string, withinMs: number): Promise<KeyCheck>;
  /** Replaces the previous key and clears everything cached for its account. */
  connect(apiKey: string, by: string): Promise<void>;
  disconnect(): Promise<void>;
}

/** The account of a workspace. */
export type Connection =
  /** Set in the environment, for a bot in a single workspace. */
  | { kind: 'fixed' }
  /**
   * Connected by the workspace's admins. `version` is different for each connected account, and 0 if there is none;
   * `since` is when this one was connected.
   */
  | { kind: 'own'; state: AccountState; keyStore: KeyStore; since: Date | null; version: number };

/** True if a recorded change was made in the connected account. Another account may use the same IDs. */
export function isOfAccount({ account, at }: { account: number | null; at: Date }, connection: Connection): boolean {
  if (connection.kind === 'fixed') return true;
  if (account !== null) return account === connection.version;
  return connection.since === null || at >= connection.since;
}

export type AccountState = 'connected' | 'none' | 'unreadable';

/** The only part of a key that people see. */
export const lastFourOf = (apiKey: string): string => apiKey.slice(-4);

/** How messages and the audit log name a key. */
export const keyWords = (lastFour: string | null): string =>
  lastFour === null ? 'an unreadable key' : `key ending in ${lastFour}`;
