import {
  Kysely,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';
import { Pool, TypeOverrides, types } from 'pg';
import { migrate, StoreError } from './database.ts';
import type { Schema } from './schema.ts';

/**
 * Parses the URL of a PostgreSQL database.
 * @throws {StoreError} without any part of the URL: the unreadable part may be a password with a special character.
 */
export function readUrl(databaseUrl: string): URL {
  const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : null;
  if (url?.protocol === 'postgresql:' || url?.protocol === 'postgres:') return url;
  throw new StoreError(
    'DATABASE_URL cannot be read. It has to look like postgresql://user:password@host:5432/database, with special characters of the password percent-encoded.',
  );
}

const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
const STARTING_OR_FULL = new Set(['53300', '57P03', '57P01']);

/** Explains why a PostgreSQL database could not be opened. Shows nothing of its URL except the host. */
export function explainPostgresqlError(error: unknown, url: URL): StoreError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const words = error instanceof Error ? error.message : String(error);
  const at = url.hostname ? `The database at ${url.hostname}` : 'The database';
  const becauseOf = code ? ` (${code})` : '';
  if (UNREACHABLE.has(code) || /timeout|terminated/i.test(words)) {
    return new StoreError(
      `${at} cannot be reached${becauseOf}. Nothing was changed. Check DATABASE_URL, and whether the database runs.`,
    );
  }
  if (code.startsWith('28') || words.startsWith('SASL')) {
    return new StoreError(
      `${at} refuses the user or the password${becauseOf}. Nothing was changed. Check both in DATABASE_URL.`,
    );
  }
  if (code === '3D000') {
    return new StoreError(
      `${at} has no database of the name in DATABASE_URL. Nothing was changed. Create it, or correct the name.`,
    );
  }
  if (code === '42501') {
    return new StoreError(
      `${at} does not let the user of DATABASE_URL create tables. Nothing was changed. Grant it, or take another user.`,
    );
  }
  if (STARTING_OR_FULL.has(code)) {
    return new StoreError(
      `${at} takes no connection now${becauseOf}. Nothing was changed. Start the bot again when it does.`,
    );
  }
  return new StoreError(
    `${at} cannot be used: ${hidePassword(words, url)}${becauseOf}. Nothing was changed. Check DATABASE_URL and the database's log.`,
  );
}

function hidePassword(words: string, { password, searchParams }: URL): string {
  const secrets = [password, decode(password), searchParams.get('password') ?? ''];
  return secrets
    .filter((secret) => secret !== '')
    .reduce((text, secret) => text.replaceAll(secret, '[password]'), words);
}

function decode(password: string): string {
  try {
    return decodeURIComponent(password);
  } catch {
    // A lone percent sign is literal.
    return password;
  }
}

/**
 * A pool for Kysely that discards unresponsive connections. After a query timeout, `pg` would reuse the connection, and
 * the next query would wait behind the abandoned one.
 */
export const lendConnections = (pool: Pool): PostgresPool => ({
  connect: async () => {
    const client = await pool.connect();
    return new LentConnection(client, () => client.release(true));
  },
  end: () => pool.end(),
});

class LentConnection implements PostgresPoolClient {
  readonly #client: PostgresPoolClient;
  readonly #destroy: () => void;
  #fellSilent = false;

  constructor(client: PostgresPoolClient, destroy: () => void) {
    this.#client = client;
    this.#destroy = destroy;
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(query: string | PostgresCursor<R>, parameters: readonly unknown[] = []) {
    return typeof query === 'string' ? this.#ask<R>(query, parameters) : this.#client.query(query);
  }

  release(): void {
    if (this.#fellSilent) this.#destroy();
    else this.#client.release();
  }

  async #ask<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    try {
      return await this.#client.query<R>(sql, parameters);
    } catch (error) {
      // Server errors have a code; this one comes from the timer of `pg`.
      if (error instanceof Error && error.message === 'Query read timeout') this.#fellSilent = true;
      throw error;
    }
  }
}

const CONNECT_MS = 10_000;
/** Longer than any query of the store; `?query_timeout=` in the URL takes precedence. */
const QUERY_MS = 15_000;

/** Connects to a database and migrates it as needed. @throws {StoreError} without the URL's password. */
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

/** @throws an error if the URL's parameters are invalid. */
export function createPool(connectionString: string): Pool {
  // All numbers and times are far below 2^53. Set per pool, since a global parser would affect other users of `pg`.
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
  // A broken connection rejects its query, and the pool replaces it. It also emits an error event, which would end the
  // process if unhandled: on the pool while idle, on the client while in use.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
