import type { KeyRing } from '../secrets/key-ring.ts';
import { StoreError } from './store-error.ts';
import type { StoreParts } from './store-parts.ts';

/** The tables with a sealed text for each tenant. */
export const SEALED_TABLES = ['slack_installations', 'connected_accounts'] as const;
export type SealedTable = (typeof SEALED_TABLES)[number];

/** What the queries of these tables work with. Without keys nothing is sealed or opened; forgetting needs none. */
export type SealedParts = Pick<StoreParts, 'db' | 'now'> & { keys: KeyRing | null };

/** The row that a text is sealed for: it opens in no other one. What is in the databases depends on it: never changed. */
export const boundTo = (table: SealedTable, tenantId: string): string => `${table}/${tenantId}`;

/** @throws {StoreError} when there are no keys. */
export function requireKeys(keys: KeyRing | null): KeyRing {
  if (keys) return keys;
  throw new StoreError(
    'ENCRYPTION_KEY is not set, and without it the bot keeps and reads no tokens and no keys of accounts. Nothing was changed. Set it ("openssl rand -base64 32" makes one), and start the bot again.',
  );
}

/** For what opens, and is not what this version seals. */
export const unreadable = (what: string): StoreError =>
  new StoreError(
    `${what} is kept in a way that this version of the bot cannot read. It was left as it is. Start the version that wrote it.`,
  );
