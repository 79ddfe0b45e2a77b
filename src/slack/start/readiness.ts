import { askInTime } from '../../metrics/ask-in-time.ts';
import type { Vitals } from '../../metrics/vitals.ts';
import type { RouteHandler } from './serve-routes.ts';

export const READY_PATH = '/readyz';

const STORE_MS = 2000;

/** Ages are whole seconds; null where nothing was seen yet. */
interface Ready {
  ok: boolean;
  stopping: boolean;
  mode: 'socket' | 'http';
  store: { ok: boolean };
  /** As the latest call found it; nothing is called for this. */
  service: { ok: boolean; age: number | null };
  /** Over HTTP Slack comes by itself. */
  slack: { ok: boolean; state: 'connected' | 'away' | 'http'; age: number | null };
  lastEvent: { age: number | null };
}

/** Whether the bot can do what it is asked: what it keeps, calls and hears is there at this moment. */
export class Readiness {
  readonly #vitals: Vitals;
  #isStopping = false;
  #storeAnswers: () => Promise<boolean | null> = async () => false;

  constructor(vitals: Vitals) {
    this.#vitals = vitals;
  }

  /** Until then the store is not there. */
  watchStore(check: () => Promise<void>): void {
    this.#storeAnswers = askInTime(async () => {
      await check();
      return true;
    }, STORE_MS);
  }

  /** From now on whoever shares out work should go to others. */
  stopping(): void {
    this.#isStopping = true;
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  async read(): Promise<Ready> {
    const isStoreThere = (await this.#storeAnswers()) ?? false;
    const { connection, lastEventAge, mode, service } = this.#vitals.read();
    const isHeard = connection?.isConnected ?? true;
    return {
      ok: !this.#isStopping && isStoreThere && !service.isAway && isHeard,
      ...{ stopping: this.#isStopping, mode },
      store: { ok: isStoreThere },
      service: { ok: !service.isAway, age: service.age },
      slack: {
        ok: isHeard,
        state: connection === null ? 'http' : isHeard ? 'connected' : 'away',
        age: connection?.age ?? null,
      },
      lastEvent: { age: lastEventAge },
    };
  }
}

/** 200 or 503, with what is good and what is not. */
export const makeReadyHandler =
  (readiness: Readiness): RouteHandler =>
  async (_request, response) => {
    const ready = await readiness.read();
    response.writeHead(ready.ok ? 200 : 503, { 'content-type': 'application/json' });
    response.end(JSON.stringify(ready));
  };
