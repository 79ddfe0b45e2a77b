import { access, chmod, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, SqliteDialect } from 'kysely';
import Database from 'libsql';
import { isBusy, LibsqlFile } from './libsql-file.ts';
import { migrate } from './migrate.ts';
import type { Schema } from './schema.ts';
import { StoreError } from './store-error.ts';

export const FILE = 'bot.sqlite';
const TRIES = 1500;
const BETWEEN_TRIES_MS = 20;

/** Whether somebody has opened a database in this folder before. */
export const hasLibsql = (dataDir: string): Promise<boolean> =>
  access(join(dataDir, FILE)).then(
    () => true,
    () => false,
  );

/**
 * Opens `<dataDir>/bot.sqlite`, creating and migrating it as needed.
 *
 * WAL with synchronous=FULL: what was acknowledged survives kill -9 and a power cut.
 * @throws {StoreError}
 */
export async function openLibsql(dataDir: string): Promise<Kysely<Schema>> {
  try {
    await ensureOwnerOnly(dataDir);
    for (let tries = 1; tries < TRIES; tries += 1) {
      const db = await openUnlessBusy(join(dataDir, FILE));
      if (db) return db;
      await wait(BETWEEN_TRIES_MS);
    }
  } catch (error) {
    throw error instanceof StoreError ? error : explainLibsqlError(error, dataDir);
  }
  throw new StoreError(
    `Another process keeps ${FILE} in ${dataDir} locked. Nothing was changed. Stop that process, or set DATA_DIR to another folder.`,
  );
}

/**
 * A folder that is there keeps its mode, as it may hold other things. The file is made before SQLite would make it with
 * wider rights; the files beside it get the rights that it has. It is never opened here when it is there: closing it
 * would drop the locks that this process holds on it.
 */
async function ensureOwnerOnly(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, FILE);
  try {
    await (await open(path, 'wx', 0o600)).close();
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    for (const ending of ['', '-wal', '-shm']) await tighten(`${path}${ending}`);
  }
}

async function tighten(path: string): Promise<void> {
  try {
    await chmod(path, 0o600);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

/**
 * Null while another connection writes or migrates. SQLite waits by stopping the whole process, which may be the one
 * that it waits for. So it does not wait here; and a connection that found the file busy is given up. Nothing is prepared
 * on it before the migration has the write lock, so that giving it up closes it (see `LibsqlFile`).
 */
async function openUnlessBusy(path: string): Promise<Kysely<Schema> | null> {
  const file = new Database(path);
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: new LibsqlFile(file) }) });
  try {
    for (const setting of ['busy_timeout=0', 'journal_mode=WAL', 'synchronous=FULL']) file.exec(`pragma ${setting}`);
    await migrate(db, 'libsql');
    file.exec('pragma busy_timeout=5000');
    return db;
  } catch (error) {
    file.close();
    if (isBusy(error)) return null;
    throw error;
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

export function explainLibsqlError(error: unknown, dataDir: string): StoreError {
  const code = codeOf(error);
  if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')) {
    return new StoreError(
      `${FILE} in ${dataDir} is not a database, or is damaged (${code}). It was left as it is. Put back a copy of it, or set DATA_DIR to another folder.`,
    );
  }
  const reason = code || (error instanceof Error ? error.message : String(error));
  return new StoreError(
    `The bot cannot keep its records in ${dataDir} (${reason}). Nothing was changed. Let its user write there, or set DATA_DIR to another folder.`,
  );
}
