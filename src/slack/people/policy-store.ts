import { mergePolicy, type Policy } from '../../core/access/policy.ts';
import type { TenantSettings } from '../../store/workspace-settings-record.ts';

/** A save in another process is seen after this. */
const FRESH_MS = 5000;
/** While the store does not answer, what it said last holds for this long. */
const POLICY_KEEP_MS = 60_000;

/** What is set for one workspace, read from the store when it is needed. */
export class PolicyStore {
  readonly #fixed: Policy;
  readonly #book: Pick<TenantSettings, 'read'>;
  readonly #now: () => number;
  #known: { at: number; policy: Policy } | null = null;
  #saves = 0;

  constructor(fixed: Policy, book: Pick<TenantSettings, 'read'>, now: () => number) {
    this.#fixed = fixed;
    this.#book = book;
    this.#now = now;
  }

  /** @throws what the store throws, when it has been away for a minute. */
  async read(): Promise<Policy> {
    const known = this.#known;
    if (known && this.#now() - known.at < FRESH_MS) return known.policy;
    const at = this.#now();
    const saves = this.#saves;
    try {
      const policy = mergePolicy(this.#fixed, await this.#book.read());
      // A read that began before a save may return the old policy.
      if (saves === this.#saves) this.#known = { at, policy };
      return policy;
    } catch (error) {
      const kept = this.#known;
      if (kept && this.#now() - kept.at < POLICY_KEEP_MS) return kept.policy;
      throw error;
    }
  }

  /** After a save: it holds at once. */
  forget(): void {
    this.#saves += 1;
    this.#known = null;
  }
}
