import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { StartError } from '../start-error.ts';

export const DATABASE_FILE = 'service.sqlite';

/** Creates the data directory if needed. @throws {StartError} if it is not writable. */
export function ensureDataDirectory(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`Cannot use the data directory ${dataDir} (${reason}). Choose another --data-dir.`);
  }
}

/**
 * Makes sure that a service has used this data directory: a mistyped one would be created, and look like an empty
 * account.
 * @throws {StartError}
 */
export function requireDataDirectory(dataDir: string): void {
  if (existsSync(join(dataDir, DATABASE_FILE))) return;
  throw new StartError(`No local service data in ${dataDir}. Check --data-dir.`);
}

/**
 * Locks the data directory for this process; returns a function that unlocks it. Two services would delete each other's
 * uploads. An exclusive SQLite transaction is a file lock that the kernel releases when the process dies, so a kill -9
 * leaves no stale lock.
 * @throws {StartError}
 */
export function lockDataDirectory(dataDir: string): () => void {
  ensureDataDirectory(dataDir);
  const lock = new Database(join(dataDir, 'service.lock'));
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_BUSY') {
      throw new StartError(`Another local service is using ${dataDir}. Stop it or choose another --data-dir.`);
    }
    throw error;
  }
  return () => {
    lock.exec('ROLLBACK');
    lock.close();
  };
}
