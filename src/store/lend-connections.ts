import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { type Clock, jittered } from '../base/clock.ts';
import { type ConnectionProblem, isFromDatabase, isFull, StoreAwayError } from './store-away.ts';

export interface PoolLimits {
  /** The maximum number of connections. */
  size: number;
  /** How long a caller may wait for a connection, in milliseconds. */
  waitMs: number;
  clock: Pick<Clock, 'after' | 'deadline'>;
}

/** The connections of this process. */
export interface ConnectionCounts {
  open: number;
  idle: number;
  /** The number of callers that wait for a connection. */
  waiting: number;
  limit: number;
  /** The current shortage; null if there is none. */
  problem: ConnectionProblem | null;
}

interface Waiter {
  lend: (client: PoolClient) => void;
  refuse: (error: unknown) => void;
  isOver: boolean;
}

/** The pause before the next attempt if the server is full, in milliseconds. */
const RETRY_MS = 110;
/** How long a server that was full counts as short of connections, in milliseconds. */
const SHORT_MS = 10_000;
/** The fraction of the deadline that applies while the latest caller got no connection. */
const SHORTER = 1 / 5;
/** How long this process keeps a connection that others may need, in milliseconds. */
const TURN_MS = 500;

/**
 * Lends connections of a pool to Kysely in the order of requests, with a deadline.
 *
 * While the server accepts no more connections, one waiter at a time retries. During a shortage, a connection is closed
 * when nobody here waits for it, or after half a second at the latest, so that other processes get some.
 */
export class LendingPool implements PostgresPool {
  readonly #pool: Pool;
  readonly #limits: PoolLimits;
  readonly #waiting: Waiter[] = [];
  readonly #openedAt = new WeakMap<PoolClient, number>();
  /** Connections that are lent or being opened. */
  #lent = 0;
  /** Below the pool size while the server accepts no more connections. */
  #limit: number;
  #deniedAt = Number.NEGATIVE_INFINITY;
  /** True if the server was full at the last attempt. */
  #isFull = false;
  #cancelRetry: (() => void) | null = null;
  /** Why the latest caller got no connection; null once another one gets one. */
  #failed: ConnectionProblem | null = null;

  constructor(pool: Pool, limits: PoolLimits) {
    this.#pool = pool;
    this.#limits = limits;
    this.#limit = limits.size;
    pool.on('connect', (client) => this.#openedAt.set(client, performance.now()));
  }

  /**
   * @throws {StoreAwayError} after the deadline, or if the server is unreachable; the server's error if it rejects the
   * user.
   */
  async connect(): Promise<PostgresPoolClient> {
    const client = await new Promise<PoolClient>((resolve, reject) => {
      const cancel = this.#limits.clock.deadline(this.#waitMs(), () => this.#giveUp(waiter));
      const settle = () => {
        cancel();
        waiter.isOver = true;
      };
      const waiter: Waiter = {
        isOver: false,
        lend: (lent) => {
          settle();
          this.#failed = null;
          resolve(lent);
        },
        refuse: (error) => {
          settle();
          if (error instanceof StoreAwayError) this.#failed = error.problem;
          reject(error);
        },
      };
      this.#waiting.push(waiter);
      this.#lendNext();
    });
    return new LentConnection(client, (isBroken) => this.#takeBack(client, isBroken));
  }

  async end(): Promise<void> {
    this.#cancelRetry?.();
    for (const waiter of this.#waiting.splice(0)) waiter.refuse(new Error('The store is closed.'));
    await this.#pool.end();
  }

  read(): ConnectionCounts {
    const { idleCount: idle, totalCount: open } = this.#pool;
    const waiting = this.#waiting.length;
    return { open, idle, waiting, limit: this.#limits.size, problem: this.#shortage() ?? this.#failed };
  }

  /** A request may need several connections in turn, so the wait is shorter while none are available. */
  #waitMs(): number {
    return this.#failed === null ? this.#limits.waitMs : this.#limits.waitMs * SHORTER;
  }

  #shortage(): ConnectionProblem | null {
    if (this.#waiting.length === 0) return null;
    return this.#limit < this.#limits.size ? 'too many connections' : 'no free connection';
  }

  #lendNext(): void {
    while (this.#lent < this.#limit) {
      const waiter = this.#waiting.shift();
      if (!waiter) return;
      this.#lent += 1;
      // Never rejects.
      void this.#lendTo(waiter);
    }
  }

  async #lendTo(waiter: Waiter): Promise<void> {
    let client: PoolClient;
    try {
      client = await this.#pool.connect();
    } catch (error) {
      this.#lent -= 1;
      if (isFull(error)) this.#denied(waiter);
      else if (!waiter.isOver) waiter.refuse(isFromDatabase(error) ? error : new StoreAwayError('unreachable', error));
      return this.#lendNext();
    }
    this.#isFull = false;
    if (waiter.isOver) this.#takeBack(client, false);
    else waiter.lend(client);
  }

  /** Returns the waiter to the front of the queue, with its original deadline. */
  #denied(waiter: Waiter): void {
    if (!waiter.isOver) this.#waiting.unshift(waiter);
    this.#deniedAt = performance.now();
    this.#isFull = true;
    this.#limit = this.#lent;
    this.#cancelRetry ??= this.#planRetry();
  }

  #planRetry(): () => void {
    return this.#limits.clock.after(jittered(RETRY_MS), () => this.#tryAgain());
  }

  /** Tries to open one more connection at a time while callers wait. */
  #tryAgain(): void {
    const { size } = this.#limits;
    this.#limit = this.#waiting.length === 0 ? size : Math.min(size, this.#lent + 1);
    this.#cancelRetry = this.#limit < size ? this.#planRetry() : null;
    this.#lendNext();
  }

  #takeBack(client: PoolClient, isBroken: boolean): void {
    this.#lent -= 1;
    client.release(isBroken || this.#mayServeOthers(client));
    this.#lendNext();
  }

  #mayServeOthers(client: PoolClient): boolean {
    const now = performance.now();
    if (now - this.#deniedAt > SHORT_MS) return false;
    return this.#waiting.length === 0 || now - (this.#openedAt.get(client) ?? 0) > TURN_MS;
  }

  #giveUp(waiter: Waiter): void {
    const place = this.#waiting.indexOf(waiter);
    // A waiter that isn't in the queue may be asking a full server again right now.
    const problem = this.#isFull ? 'too many connections' : place === -1 ? 'unreachable' : 'no free connection';
    if (place !== -1) this.#waiting.splice(place, 1);
    waiter.refuse(new StoreAwayError(problem));
  }
}

/**
 * Closes unresponsive connections. After a query timeout, `pg` would reuse the connection, and the next query would
 * wait for the abandoned one.
 */
class LentConnection implements PostgresPoolClient {
  readonly #client: PostgresPoolClient;
  readonly #giveBack: (isBroken: boolean) => void;
  #isBroken = false;

  constructor(client: PostgresPoolClient, giveBack: (isBroken: boolean) => void) {
    this.#client = client;
    this.#giveBack = giveBack;
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(query: string | PostgresCursor<R>, parameters: readonly unknown[] = []) {
    return typeof query === 'string' ? this.#ask<R>(query, parameters) : this.#client.query(query);
  }

  release(): void {
    this.#giveBack(this.#isBroken);
  }

  async #ask<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    try {
      return await this.#client.query<R>(sql, parameters);
    } catch (error) {
      // Not an error from the server, but a timeout of `pg` or a lost connection.
      if (isFromDatabase(error)) throw error;
      this.#isBroken = true;
      throw new StoreAwayError('unreachable', error);
    }
  }
}
