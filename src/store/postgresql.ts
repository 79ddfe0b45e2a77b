import { Kysely, PostgresDialect } from 'kysely';
import { Pool, TypeOverrides, types } from 'pg';
import { systemClock } from '../base/clock.ts';
import { migrate, StoreError } from './database.ts';
import { type ConnectionCounts, LendingPool, type PoolLimits } from './lend-connections.ts';
import type { Schema } from './schema.ts';
import { StoreAwayError } from './store-away.ts';

/**
 * Parses the URL of a PostgreSQL database.
 * @throws {StoreError} without any part of the URL, because the part that can't be parsed may be a password.
 */
export function readUrl(databaseUrl: string): URL {
  const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : null;
  if (url?.protocol === 'postgresql:' || url?.protocol === 'postgres:') return url;
  throw new StoreError(
    'DATABASE_URL is invalid. It must look like postgresql://user:password@host:5432/database, with special characters in the password percent-encoded.',
  );
}

const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
const STARTING_OR_FULL = new Set(['53300', '57P03', '57P01']);

/** Explains why a PostgreSQL database couldn't be opened. Reveals only the host of its URL. */
export function explainPostgresqlError(error: unknown, url: URL): StoreError {
  if (error instanceof StoreAwayError && error.cause) return explainPostgresqlError(error.cause, url);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const words = error instanceof Error ? error.message : String(error);
  const at = url.hostname ? `The database at ${url.hostname}` : 'The database';
  const becauseOf = code ? ` (${code})` : '';
  const problem = error instanceof StoreAwayError ? error.problem : null;
  if (UNREACHABLE.has(code) || /timeout|terminated/i.test(words) || problem === 'unreachable') {
    return new StoreError(
      `${at} can't be reached${becauseOf}. Nothing changed. Check DATABASE_URL, and that the database is running.`,
    );
  }
  if (code.startsWith('28') || words.startsWith('SASL')) {
    return new StoreError(
      `${at} rejects the user or the password${becauseOf}. Nothing changed. Check both in DATABASE_URL.`,
    );
  }
  if (code === '3D000') {
    return new StoreError(
      `${url.hostname ? `The server at ${url.hostname}` : 'The server'} has no database with the name in DATABASE_URL. Nothing changed. Create the database, or correct the name.`,
    );
  }
  // Without the USAGE privilege, PostgreSQL finds no schema for new tables.
  if (code === '42501' || code === '3F000') {
    return new StoreError(
      `${at} doesn't allow the user in DATABASE_URL to create tables. Nothing changed. Grant that privilege, or use another user.`,
    );
  }
  if (STARTING_OR_FULL.has(code) || problem !== null) {
    return new StoreError(
      `${at} isn't accepting connections${becauseOf}. Nothing changed. Restart the bot when the database accepts connections again.`,
    );
  }
  return new StoreError(
    `${at} can't be used: ${hidePassword(words, url)}${becauseOf}. Nothing changed. Check DATABASE_URL and the database's log.`,
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
    // A percent sign that encodes nothing is literal.
    return password;
  }
}

/** How long people still wait for an answer. */
const WAIT_MS = 5000;
/** Authorization has connections of its own. It waits less, because Slack expects an ack within 3 seconds. */
const AUTHORIZATION = { size: 2, waitMs: 2000 };
/** Long enough for the next click, but short enough that processes can share a few connections. */
const IDLE_MS = 2000;
/** Longer than any query of the store; `?query_timeout=` in the URL takes precedence. */
const QUERY_MS = 15_000;

/** Limits of the pool for everything but authorization. Default: 10 connections and 5 seconds. */
interface StoreLimits extends PoolLimits {
  /** How long authorization waits for one of its own connections, but not longer than `waitMs`. Default: 2 seconds. */
  authorizationWaitMs: number;
}

interface OpenedPostgresql {
  db: Kysely<Schema>;
  /** The same database through a small separate pool, so that other queries can't delay authorization. */
  authorization: Kysely<Schema>;
  /** Counts both pools together. */
  connections: () => ConnectionCounts;
}

/**
 * Connects to a database and migrates it as needed.
 * @throws {StoreError} without the URL's password.
 */
export async function openPostgresql(
  databaseUrl: string,
  {
    authorizationWaitMs = AUTHORIZATION.waitMs,
    clock = systemClock,
    size = 10,
    waitMs = WAIT_MS,
  }: Partial<StoreLimits> = {},
): Promise<OpenedPostgresql> {
  const url = readUrl(databaseUrl);
  try {
    const main = lendFrom(databaseUrl, { clock, size, waitMs });
    try {
      await migrate(main.db, 'postgresql');
    } catch (error) {
      await main.db.destroy();
      throw error;
    }
    const small = lendFrom(databaseUrl, {
      clock,
      size: AUTHORIZATION.size,
      waitMs: Math.min(waitMs, authorizationWaitMs),
    });
    return { db: main.db, authorization: small.db, connections: () => sum(main.pool.read(), small.pool.read()) };
  } catch (error) {
    throw error instanceof StoreError ? error : explainPostgresqlError(error, url);
  }
}

const sum = (one: ConnectionCounts, other: ConnectionCounts): ConnectionCounts => ({
  open: one.open + other.open,
  idle: one.idle + other.idle,
  waiting: one.waiting + other.waiting,
  limit: one.limit + other.limit,
  problem: one.problem ?? other.problem,
});

/** Opens connections on demand. @throws if the URL's parameters are invalid. */
export function lendFrom(
  connectionString: string,
  limits: PoolLimits = { clock: systemClock, size: 1, waitMs: WAIT_MS },
): { db: Kysely<Schema>; pool: LendingPool } {
  const pool = new LendingPool(createPool(connectionString, limits), limits);
  return { db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }), pool };
}

function createPool(connectionString: string, { size, waitMs }: PoolLimits): Pool {
  // Safe, because all numbers and times are far below 2^53. Set for this pool only, because a global parser would
  // affect other users of `pg`.
  const numbers = new TypeOverrides();
  numbers.setTypeParser(types.builtins.INT8, Number);
  const pool = new Pool({
    connectionString,
    types: numbers,
    application_name: 'abilities-bot',
    max: size,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: IDLE_MS,
    query_timeout: QUERY_MS,
    keepAlive: true,
  });
  // A broken connection rejects its query, and the pool replaces it. It also emits an error event, which would end the
  // process if unhandled: from the pool while idle, from the client while in use.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
