import type { OpenUploadCounts } from '../store/upload-queue.ts';
import type { Instruments } from './metrics.ts';
import type { Vitals } from './vitals.ts';

/**
 * A question with a deadline, asked once for all who want to know at the same time: what does not answer is not asked
 * again and again. The answer is null when there is none in time, or it failed.
 * @example const count = askInTime(() => store.uploads.countOpen(), 2000); await count();
 */
export function askInTime<T>(ask: () => Promise<T>, deadlineMs: number): () => Promise<T | null> {
  let asking: Promise<T | null> | null = null;
  return async () => {
    asking ??= answerOf(ask).finally(() => {
      asking = null;
    });
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), deadlineMs);
    });
    try {
      return await Promise.race([asking, tooLate]);
    } finally {
      clearTimeout(timer);
    }
  };
}

async function answerOf<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch {
    return null;
  }
}

/** Prometheus gives up after ten seconds. */
const DEADLINE_MS = 2000;

/** What is asked when somebody scrapes. */
export interface ScrapedSources {
  /** May fail, and may never answer. */
  countUploads: () => Promise<OpenUploadCounts>;
  uploadsAtWork: () => number;
  requestsInFlight: () => number;
  /** By priority: how much waits to be sent to Slack. */
  slackQueue: () => Readonly<Record<string, number>>;
}

/** What is not counted as it happens but looked up when somebody scrapes. */
export class StateGauges {
  readonly #instruments: Instruments;
  readonly #vitals: Vitals;
  #sources: Omit<ScrapedSources, 'countUploads'> = {
    requestsInFlight: () => 0,
    slackQueue: () => ({}),
    uploadsAtWork: () => 0,
  };
  #countUploads: () => Promise<OpenUploadCounts | null> = async () => null;

  constructor(instruments: Instruments, vitals: Vitals) {
    this.#instruments = instruments;
    this.#vitals = vitals;
  }

  watch({ countUploads, ...sources }: ScrapedSources): void {
    this.#sources = sources;
    this.#countUploads = askInTime(countUploads, DEADLINE_MS);
  }

  async refresh(): Promise<void> {
    this.#showUploads(await this.#countUploads());
    const { lastEventAt, requestsInFlight, serviceAway, slackConnected, slackQueue, uploadsAtWork } = this.#instruments;
    const { connection, service } = this.#vitals.read();
    serviceAway.set(Number(service.isAway));
    if (connection) slackConnected.set(Number(connection.isConnected));
    else slackConnected.remove();
    lastEventAt.set((this.#vitals.lastEventAt ?? 0) / 1000);
    for (const [priority, count] of Object.entries(this.#sources.slackQueue())) slackQueue.set({ priority }, count);
    requestsInFlight.set(this.#sources.requestsInFlight());
    uploadsAtWork.set(this.#sources.uploadsAtWork());
  }

  /** What nobody knows is not shown: an old number would look like a new one. */
  #showUploads(open: OpenUploadCounts | null): void {
    const { storeUp, uploads, uploadsWaiting } = this.#instruments;
    storeUp.set(open ? 1 : 0);
    uploads.reset();
    uploadsWaiting.remove();
    if (!open) return;
    uploadsWaiting.set(open.waiting);
    for (const [state, count] of open.byState) uploads.set({ state }, count);
  }
}
