import { Assignments } from './assignments.ts';
import { Changes } from './changes.ts';
import { openLibsql } from './open-libsql.ts';
import { openPostgresql } from './open-postgresql.ts';
import { PackageShelf } from './package-shelf.ts';
import type { StoreKind } from './schema.ts';
import { SeenKeys } from './seen-keys.ts';
import type { UnreadableUpload } from './store-parts.ts';
import { Uploads } from './uploads.ts';

export interface StoreOptions {
  /** A PostgreSQL URL; null keeps everything in a file. */
  databaseUrl: string | null;
  /** Folder of that file, made when it is not there. Not used with a URL. */
  dataDir: string;
  now?: () => number;
  /** Told each time that a record is met which this version cannot read; for the log. */
  onUnreadable?: (upload: UnreadableUpload) => void;
}

/** What the bot must not lose. What a call has resolved for survives a kill and a power cut. */
export interface Store {
  kind: StoreKind;
  uploads: Uploads;
  changes: Changes;
  assignments: Assignments;
  seen: SeenKeys;
  packages: PackageShelf;
  close(): Promise<void>;
}

/**
 * Opens the store and brings it up to date. Several processes may do so at once, and use it together.
 * @throws {StoreError} with a sentence for people, which never shows the password of the URL.
 */
export async function openStore({ databaseUrl, dataDir, now, onUnreadable }: StoreOptions): Promise<Store> {
  const kind: StoreKind = databaseUrl === null ? 'libsql' : 'postgresql';
  const db = databaseUrl === null ? await openLibsql(dataDir) : await openPostgresql(databaseUrl);
  const parts = { db, kind, now: now ?? Date.now, onUnreadable: onUnreadable ?? (() => undefined) };
  const packages = new PackageShelf(db);
  return {
    kind,
    uploads: new Uploads(parts, packages),
    changes: new Changes(parts),
    assignments: new Assignments(parts),
    seen: new SeenKeys(parts),
    packages,
    close: () => db.destroy(),
  };
}
