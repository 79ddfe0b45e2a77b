import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { Pool } from 'pg';

/**
 * The pool, as Kysely wants it, without connections that fell silent. `pg` gives up waiting for an answer, but would
 * lend the same connection again, where the next query waits behind the one that was given up.
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
      // What the server says has a code; this is the timer of `pg`.
      if (error instanceof Error && error.message === 'Query read timeout') this.#fellSilent = true;
      throw error;
    }
  }
}
