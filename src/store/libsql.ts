import { access, chmod, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely';
import Database from 'libsql';
import { LRUCache } from 'lru-cache';
import { sleep, systemClock } from '../base/clock.ts';
import { migrate, StoreError } from './database.ts';
import type { Schema } from './schema.ts';

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');

/**
 * Statements that don't wait for the disk, which would take 90% of their time. A power cut may lose them: a delivery
 * may then be processed again, leases end, and a Home tab isn't redrawn until someone opens it. A crash of the process
 * loses nothing.
 */
const MAY_BE_LOST = /^(insert into|update|delete from) "(seen_keys|leases|home_viewers)" /;

/** More than the number of different statements in the store. */
const MAX_PREPARED = 200;

/**
 * A libsql database for Kysely's SqliteDialect, with three workarounds.
 *
 * If libsql 0.5 abandons a prepared statement with SQLITE_BUSY, the statement stays open, and until it is
 * garbage-collected, SQLite doesn't commit the writes that later statements acknowledge. So every write runs between an
 * unprepared BEGIN IMMEDIATE and COMMIT: only BEGIN can find the file busy, and it leaves nothing open.
 *
 * Statements are prepared once and cached. A statement keeps its bound values until it is collected, and the garbage
 * collector doesn't know their size: 10,000 updates of 20 KB took 260 MB.
 *
 * Statements can't be finalized, and libsql keeps a closed database's connection until all of its statements are
 * garbage-collected. SQLite would only then remove the WAL files, perhaps while another process uses them. So `close`
 * leaves WAL mode first, which removes them. SQLite refuses that while another connection is open.
 */
export class LibsqlFile implements SqliteDatabase {
  readonly #file: Database.Database;
  readonly #prepared = new LRUCache<string, Database.Statement>({ max: MAX_PREPARED });

  constructor(file: Database.Database) {
    this.#file = file;
  }

  prepare(sql: string): SqliteStatement {
    if (sql === 'begin') return this.#plain('begin immediate');
    if (sql === 'commit' || sql === 'rollback') return this.#plain(sql);
    const statement = this.#find(sql);
    const run = this.#wayToRun(sql);
    return {
      reader: statement.reader,
      all: (parameters) => run(() => statement.all(parameters)),
      run: (parameters) => run(() => statement.run(parameters)),
      iterate: (parameters) => statement.iterate(parameters),
    };
  }

  /**
   * First moves the WAL's contents into the main file, as far as readers allow, so that the main file alone is a full
   * copy.
   * @throws if that fails, for example because the disk is full. The WAL is kept then. The file is closed in any case.
   */
  close(): void {
    this.#prepared.clear();
    try {
      this.#file.exec('pragma busy_timeout=0');
      this.#file.exec('pragma wal_checkpoint(passive)');
      this.#leaveWal();
    } finally {
      this.#file.close();
    }
  }

  #leaveWal(): void {
    try {
      this.#file.exec('pragma journal_mode=delete');
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
  }

  #find(sql: string): Database.Statement {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const statement = this.#file.prepare(sql);
    this.#prepared.set(sql, statement);
    return statement;
  }

  #wayToRun(sql: string): <T>(work: () => T) => T {
    if (/^select /i.test(sql)) return (work) => work();
    if (!MAY_BE_LOST.test(sql)) return (work) => this.#write(work);
    return (work) => {
      if (this.#file.inTransaction) return work();
      this.#file.exec('pragma synchronous=normal');
      try {
        return this.#write(work);
      } finally {
        this.#file.exec('pragma synchronous=full');
      }
    };
  }

  #write<T>(work: () => T): T {
    if (this.#file.inTransaction) return work();
    this.#file.exec('begin immediate');
    try {
      const result = work();
      this.#file.exec('commit');
      return result;
    } catch (error) {
      // If the disk is full, the transaction has already ended.
      if (this.#file.inTransaction) this.#file.exec('rollback');
      throw error;
    }
  }

  #plain(sql: string): SqliteStatement {
    const exec = () => {
      this.#file.exec(sql);
      return { changes: 0, lastInsertRowid: 0 };
    };
    return { reader: false, run: exec, all: () => [], iterate: () => [].values() };
  }
}

export const FILE = 'bot.sqlite';
const TRIES = 1500;
const BETWEEN_TRIES_MS = 20;

/** True if this directory contains a database. */
export const hasLibsql = (dataDir: string): Promise<boolean> =>
  access(join(dataDir, FILE)).then(
    () => true,
    () => false,
  );

/**
 * Opens `<dataDir>/bot.sqlite`, and creates or migrates it as needed. With WAL and synchronous=FULL, acknowledged
 * writes survive kill -9 and a power cut.
 * @throws {StoreError}
 */
export async function openLibsql(dataDir: string): Promise<Kysely<Schema>> {
  try {
    await ensureOwnerOnly(dataDir);
    for (let tries = 1; tries < TRIES; tries += 1) {
      const db = await openUnlessBusy(join(dataDir, FILE));
      if (db) return db;
      await sleep(systemClock, BETWEEN_TRIES_MS);
    }
  } catch (error) {
    throw error instanceof StoreError ? error : explainLibsqlError(error, dataDir);
  }
  throw new StoreError(
    `Another process holds a lock on ${FILE} in ${dataDir}. Nothing changed. Stop that process, or set DATA_DIR to another directory.`,
  );
}

/**
 * Makes sure that only the owner can read the database. An existing directory keeps its mode, because it may contain
 * other files. Creates the file before SQLite would, with a wider mode; SQLite copies the mode to the files beside it.
 * Never opens an existing file: closing it would drop all locks that this process holds on it.
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
 * Null while another connection writes or migrates. SQLite's own waiting would block the whole process, which may
 * itself hold the lock, so the timeout is 0 and a busy connection is abandoned. Nothing is prepared on it before the
 * migration holds the write lock, so that it can be closed cleanly (see `LibsqlFile`).
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
      `${FILE} in ${dataDir} is not a database, or is damaged (${code}). It wasn't changed. Restore a backup of it, or set DATA_DIR to another directory.`,
    );
  }
  const reason = code || (error instanceof Error ? error.message : String(error));
  return new StoreError(
    `Can't open the database in ${dataDir} (${reason}). Nothing changed. Check that the user that runs the bot can write there and that the disk isn't full, or set DATA_DIR to another directory.`,
  );
}
