import { Kysely, PostgresDialect } from 'kysely';
import { Pool, TypeOverrides, types } from 'pg';
import { explainPostgresqlError, readUrl } from './explain-postgresql-error.ts';
import { lendConnections } from './lend-connections.ts';
import { migrate } from './migrate.ts';
import type { Schema } from './schema.ts';
import { StoreError } from './store-error.ts';

const CONNECT_MS = 10_000;
/** No query of the store takes as long; `?query_timeout=` in the URL wins. */
const QUERY_MS = 15_000;

/**
 * Connects to the database of the URL, and migrates it as needed.
 * @throws {StoreError} never with the URL's password.
 */
export async function openPostgresql(databaseUrl: string): Promise<Kysely<Schema>> {
  const url = readUrl(databaseUrl);
  try {
    const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: lendConnections(createPool(databaseUrl)) }) });
    try {
      await migrate(db, 'postgresql');
      return db;
    } catch (error) {
      await db.destroy();
      throw error;
    }
  } catch (error) {
    throw error instanceof StoreError ? error : explainPostgresqlError(error, url);
  }
}

/** @throws the error of a URL whose parameters cannot be read. */
export function createPool(connectionString: string): Pool {
  // Numbers and times are far below 2^53. Set here, since a global parser would change it for everybody.
  const numbers = new TypeOverrides();
  numbers.setTypeParser(types.builtins.INT8, Number);
  const pool = new Pool({
    connectionString,
    types: numbers,
    application_name: 'abilities-bot',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: QUERY_MS,
    keepAlive: true,
  });
  // A connection that breaks tells its query, if it has one, and the pool takes another. It also emits an error, which
  // would end the process if nobody listened: on the pool while it is idle, on itself while it is lent.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
