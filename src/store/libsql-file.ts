import type { SqliteDatabase, SqliteStatement } from 'kysely';
import type Database from 'libsql';

/** True if the database was locked by another connection. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');

/** More different statements than the store has. */
const MAX_PREPARED = 200;

/**
 * A libsql database, as Kysely's SqliteDialect wants it, made safe in three ways.
 *
 * A prepared statement that libsql 0.5 gives up as SQLITE_BUSY stays open. Until it is collected, SQLite commits nothing
 * of what later statements write and acknowledge. So whatever writes runs between a BEGIN IMMEDIATE and a COMMIT that
 * are not prepared: only the BEGIN can find the file busy, and that one leaves nothing open.
 *
 * Statements are prepared once. A statement keeps what was bound to it until it is collected, out of sight of the
 * garbage collector: 10,000 updates of 20 KB took 260 MB.
 *
 * Statements cannot be finalized, and libsql keeps a closed database's connection until all of them are
 * garbage-collected. SQLite would remove the WAL files only then, perhaps while another process uses them. So closing
 * leaves WAL mode first, which removes them. SQLite refuses that while another connection is open.
 */
export class LibsqlFile implements SqliteDatabase {
  readonly #file: Database.Database;
  readonly #prepared = new Map<string, Database.Statement>();

  constructor(file: Database.Database) {
    this.#file = file;
  }

  prepare(sql: string): SqliteStatement {
    if (sql === 'begin') return this.#plain('begin immediate');
    if (sql === 'commit' || sql === 'rollback') return this.#plain(sql);
    const statement = this.#find(sql);
    const reads = /^select /i.test(sql);
    return {
      reader: statement.reader,
      all: (parameters) => this.#run(reads, () => statement.all(parameters)),
      run: (parameters) => this.#run(reads, () => statement.run(parameters)),
      iterate: (parameters) => statement.iterate(parameters),
    };
  }

  /**
   * Checkpoints the WAL first, as far as readers allow, so that the main file alone is a full copy.
   * @throws if the checkpoint fails, as on a full disk. The WAL is kept then, and the file is closed either way.
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
    if (this.#prepared.size >= MAX_PREPARED) this.#prepared.clear();
    const statement = this.#file.prepare(sql);
    this.#prepared.set(sql, statement);
    return statement;
  }

  #run<T>(reads: boolean, work: () => T): T {
    if (reads || this.#file.inTransaction) return work();
    this.#file.exec('begin immediate');
    try {
      const result = work();
      this.#file.exec('commit');
      return result;
    } catch (error) {
      // A full disk ends the transaction by itself.
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
