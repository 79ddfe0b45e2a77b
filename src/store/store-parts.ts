import type { Kysely } from 'kysely';
import type { Schema, StoreKind } from './schema.ts';

/** A record that this version cannot read. `reason` names fields, never what is in them. */
export interface UnreadableUpload {
  id: string;
  reason: string;
}

/** What the queries work with. */
export interface StoreParts {
  db: Kysely<Schema>;
  kind: StoreKind;
  now: () => number;
  onUnreadable: (upload: UnreadableUpload) => void;
}
