import { createHash } from 'node:crypto';
import type { StoreParts } from './database.ts';
import { wholeMs } from './upload-row.ts';

const KEEP_MS = 10 * 60_000;

/** What one workspace has delivered. */
export type TenantKeys = Pick<SeenKeys, 'claim' | 'has' | 'release'>;

/**
 * What Slack delivered in the last ten minutes. It delivers again when it is not sure that something arrived: at once,
 * after a minute and after five, also to another process. A claim is released when the work behind it was not done.
 *
 * Keys are kept as their SHA-256: of any length, and nothing that Slack lets one act with is written down.
 */
export class SeenKeys {
  readonly #parts: Pick<StoreParts, 'db' | 'now'>;

  constructor(parts: Pick<StoreParts, 'db' | 'now'>) {
    this.#parts = parts;
  }

  /** The keys of one workspace: what is the same in another, such as the ID of an event, is not the same key. */
  of(tenantId: string): TenantKeys {
    const own = (key: string) => `${tenantId}:${key}`;
    return {
      claim: (key, keepMs) => this.claim(own(key), keepMs),
      has: (key) => this.has(own(key)),
      release: (key) => this.release(own(key)),
    };
  }

  /** True for the first to ask within `keepMs`. */
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

  /** Whether the key is claimed now. */
  async has(key: string): Promise<boolean> {
    const row = await this.#parts.db
      .selectFrom('seen_keys')
      .select('key')
      .where('key', '=', digest(key))
      .where('expires_at', '>', this.#now())
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Lets the key be claimed again. */
  async release(key: string): Promise<void> {
    await this.#parts.db.deleteFrom('seen_keys').where('key', '=', digest(key)).execute();
  }

  /** Removes what has expired. */
  async sweep(): Promise<void> {
    await this.#parts.db.deleteFrom('seen_keys').where('expires_at', '<=', this.#now()).execute();
  }

  #now(): number {
    return wholeMs(this.#parts.now());
  }
}

const digest = (key: string): string => createHash('sha256').update(key).digest('base64url');
