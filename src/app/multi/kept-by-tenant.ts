import { LRUCache } from 'lru-cache';
import type { Notices } from '../../store/notices.ts';

/** More than are active within a minute. An entry takes about one kilobyte. */
const MAX_TENANTS = 5000;
/** Limited, because a process may be killed between its write and the notice. */
const KEEP_MS = 60_000;

/**
 * Caches an installation or an account, so that requests need no query for it. An entry is dropped when any process
 * changes that workspace's installation, or after a minute. While no notices arrive, nothing is cached.
 */
export class CachedByTenant<T extends NonNullable<unknown>> {
  readonly #notices: Notices;
  readonly #kept = new LRUCache<string, T>({ max: MAX_TENANTS, ttl: KEEP_MS });
  #forgotten = 0;

  constructor(notices: Notices) {
    this.#notices = notices;
    notices.listen((notice) => {
      if (notice.kind === 'missed') this.#forget(() => this.#kept.clear());
      if (notice.kind === 'installation-changed') this.forget(notice.tenantId);
    });
  }

  /**
   * Never caches null.
   * @throws the errors of `read`.
   */
  async get<R extends T | null>(tenantId: string, read: () => Promise<R>): Promise<R | T> {
    const known = this.#notices.isListening ? this.#kept.get(tenantId) : undefined;
    if (known !== undefined) return known;
    const forgotten = this.#forgotten;
    const found = await read();
    // A read that began before a notice may return the old state, so it isn't cached.
    if (found !== null && forgotten === this.#forgotten) this.#kept.set(tenantId, found);
    return found;
  }

  forget(tenantId: string): void {
    this.#forget(() => this.#kept.delete(tenantId));
  }

  #forget(forget: () => unknown): void {
    this.#forgotten += 1;
    forget();
  }
}
