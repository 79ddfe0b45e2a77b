import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { wholeMs } from './columns.ts';
import type { StoreParts } from './database.ts';

const KEEP_MS = 10 * 60_000;

/** Far more reads than a process answers between two deliveries of the same payload. */
const MAX_READS = 20_000;

export type TenantSeenKeys = Pick<SeenKeys, 'claim' | 'claimRead' | 'has' | 'release'>;

/**
 * Recognizes Slack's redeliveries within ten minutes, across all processes. If Slack is unsure whether a payload
 * arrived, it delivers it again: immediately, after one minute and after five. Callers release a claim if its work
 * failed.
 *
 * Keys are stored as SHA-256, which has a fixed length and can't be used to act in Slack.
 */
export class SeenKeys {
  readonly #parts: Pick<StoreParts, 'db' | 'kind' | 'now'>;
  // Not `max`, which would allocate memory for all entries immediately.
  readonly #reads = new LRUCache<string, number>({ maxSize: MAX_READS, sizeCalculation: () => 1 });

  constructor(parts: Pick<StoreParts, 'db' | 'kind' | 'now'>) {
    this.#parts = parts;
  }

  /** Keys of one workspace, because another one may have the same event ID. */
  of(tenantId: string): TenantSeenKeys {
    const own = (key: string) => `${tenantId}:${key}`;
    return {
      claim: (key, keepMs) => this.claim(own(key), keepMs),
      claimRead: (key) => this.claimRead(own(key)),
      has: (key) => this.has(own(key)),
      release: (...keys) => this.release(...keys.map(own)),
    };
  }

  /** True for the first caller within `keepMs`. */
  async claim(key: string, keepMs = KEEP_MS): Promise<boolean> {
    const at = this.#now();
    // Raw SQL, because every command and click waits for this, and Kysely's query builder would take a quarter of its
    // CPU time.
    const { rows } = await sql`insert into "seen_keys" ("key", "expires_at")
      values (${digest(key)}, ${wholeMs(at + keepMs)})
      on conflict ("key") do update set "expires_at" = excluded."expires_at" where "seen_keys"."expires_at" <= ${at}
      returning "key"`.execute(this.#parts.db);
    return rows.length > 0;
  }

  /**
   * Like {@link claim}, for a request that changes nothing. On libsql, with its single process, the claim is only kept
   * in memory: after a restart, a redelivered read may be answered again.
   */
  async claimRead(key: string): Promise<boolean> {
    if (this.#parts.kind === 'postgresql') return this.claim(key);
    const at = this.#parts.now();
    if ((this.#reads.get(key) ?? at) > at) return false;
    this.#reads.set(key, at + KEEP_MS);
    return true;
  }

  async has(key: string): Promise<boolean> {
    const row = await this.#parts.db
      .selectFrom('seen_keys')
      .select('key')
      .where('key', '=', digest(key))
      .where('expires_at', '>', this.#now())
      .executeTakeFirst();
    return row !== undefined;
  }

  async release(...keys: string[]): Promise<void> {
    await this.#parts.db.deleteFrom('seen_keys').where('key', 'in', keys.map(digest)).execute();
  }

  async expire(): Promise<void> {
    await this.#parts.db.deleteFrom('seen_keys').where('expires_at', '<=', this.#now()).execute();
  }

  #now(): number {
    return wholeMs(this.#parts.now());
  }
}

const digest = (key: string): string => createHash('sha256').update(key).digest('base64url');
