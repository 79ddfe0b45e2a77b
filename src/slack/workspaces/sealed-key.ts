import type { KeyCheck, KeyStore, ShownKey } from '../../core/connection.ts';
import { explainServiceError } from '../../core/explain-service-error.ts';
import { learnSecret, withSecret } from '../../learnt-secrets.ts';
import { SealError } from '../../secrets/seal-error.ts';
import { isServiceError } from '../../service-client/errors/index.ts';
import type { ConnectedAccount } from '../../store/accounts.ts';
import type { Store } from '../../store/open-store.ts';
import type { OpenService } from './open-service.ts';

type AccountStore = Pick<Store, 'accounts' | 'approvals' | 'assignments' | 'snapshots'>;

/** What is kept of an account; `unreadable` when it does not open with the keys of this bot. @throws what the store throws. */
export async function readAccount(id: string, store: AccountStore): Promise<ConnectedAccount | 'unreadable' | null> {
  try {
    return await store.accounts.of(id).find();
  } catch (error) {
    if (error instanceof SealError) return 'unreadable';
    throw error;
  }
}

/** The key of one workspace, sealed in the store. */
export class SealedKey implements KeyStore {
  readonly #id: string;
  readonly #store: AccountStore;
  readonly #openService: OpenService;
  readonly #changed: () => void;

  /** @param changed told when another key is there, or none. */
  constructor(id: string, store: AccountStore, openService: OpenService, changed: () => void) {
    this.#id = id;
    this.#store = store;
    this.#openService = openService;
    this.#changed = changed;
  }

  async present(): Promise<ShownKey | null> {
    const account = await readAccount(this.#id, this.#store);
    if (account === null || account === 'unreadable') return account;
    const { connectedAt, connectedBy, lastFour } = account;
    return { connectedAt, connectedBy, lastFour };
  }

  check(apiKey: string, withinMs: number): Promise<KeyCheck> {
    return withSecret(apiKey, async () => {
      try {
        await this.#openService({ kind: 'api-key', value: apiKey }, withinMs).listAgents({ mayBePartial: true });
        return { ok: true };
      } catch (error) {
        if (!isServiceError(error)) throw error;
        const isRefused = error.kind === 'unauthorized';
        const what = isRefused ? 'The service does not accept this key.' : explainServiceError(error);
        const next = isRefused ? 'Look whether it is complete and still valid.' : 'Press Connect again in a minute.';
        return { ok: false, sentence: `${what} Nothing was kept. ${next}` };
      }
    });
  }

  async connect(apiKey: string, connectedBy: string): Promise<void> {
    learnSecret(apiKey);
    // Before, so that a kill leaves none of it to the new account; and after, for what was still under way.
    await this.#forgetWhatWasKnown();
    await this.#store.accounts.of(this.#id).save({ apiKey, connectedBy });
    await this.#forgetWhatWasKnown();
    this.#changed();
  }

  async disconnect(): Promise<void> {
    await this.#store.accounts.of(this.#id).forget();
    await this.#forgetWhatWasKnown();
    this.#changed();
  }

  async #forgetWhatWasKnown(): Promise<void> {
    await this.#store.assignments.forgetAll(this.#id);
    await this.#store.snapshots.of(this.#id).forget();
    await this.#store.approvals.of(this.#id).endAll();
  }
}
