import { createHash } from 'node:crypto';
import type { StoreParts } from './database.ts';
import { wholeMs } from './upload-row.ts';

const KEEP_MS = 10 * 60_000;

/** The deliveries of one workspace. */
export type TenantKeys = Pick<SeenKeys, 'claim' | 'has' | 'release'>;

/**
 * Deduplicates Slack's deliveries of the last ten minutes, across all processes. Slack redelivers if it is unsure that
 * something arrived: immediately, after one minute and after five. A claim is released if its work failed.
 *
 * Keys are stored as SHA-256: fixed length, and nothing that could be used to act in Slack.
 */
export class SeenKeys {
  readonly #parts: Pick<StoreParts, 'db' | 'now'>;

  constructor(parts: Pick<StoreParts, 'db' | 'now'>) {
    this.#parts = parts;
  }

  /** Keys of one workspace: another one may have the same event ID. */
  of(tenantId: string): TenantKeys {
    const own = (key: string) => `${tenantId}:${key}`;
    return {
      claim: (key, keepMs) => this.claim(own(key), keepMs),
      has: (key) => this.has(own(key)),
      release: (key) => this.release(own(key)),
    };
  }

  /** True for the first caller within `keepMs`. */
  async claim(key: string, keepMs = KEEP_MS): Promise<boolean> {
    const at = this.#now();
    const claimed = await this.#parts.db
      .insertInto('seen_keys')
      .values({ key: digest(key), expires_at: wholeMs(at + keepMs) })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet((row) => ({ expires_at: row.ref('excluded.expires_at') }))
          .where('seen_keys.expires_at', '<=', at),
      )
      .returning('key')
      .executeTakeFirst();
    return claimed !== undefined;
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

  async release(key: string): Promise<void> {
    await this.#parts.db.deleteFrom('seen_keys').where('key', '=', digest(key)).execute();
  }

  async sweep(): Promise<void> {
    await this.#parts.db.deleteFrom('seen_keys').where('expires_at', '<=', this.#now()).execute();
  }

  #now(): number {
    return wholeMs(this.#parts.now());
  }
}

const digest = (key: string): string => createHash('sha256').update(key).digest('base64url');
