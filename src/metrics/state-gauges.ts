import { systemClock } from '../base/clock.ts';
import { withTimeout } from '../base/timeout.ts';
import type { StoreHealth } from '../store/check-store.ts';
import type { ConnectionCounts } from '../store/lend-connections.ts';
import type { OpenUploadCounts } from '../store/upload-queue.ts';
import type { Instruments } from './metrics.ts';
import type { Vitals } from './vitals.ts';

/**
 * Wraps a query with a deadline. Concurrent callers share one query, so that a hanging source doesn't accumulate
 * queries. Resolves to null on failure or timeout.
 * @example const count = askInTime(() => store.uploadQueue.countOpen(), 2000); await count();
 */
export function askInTime<T>(ask: () => Promise<T>, deadlineMs: number): () => Promise<T | null> {
  let asking: Promise<T | null> | null = null;
  return () => {
    asking ??= answerOf(ask).finally(() => {
      asking = null;
    });
    return withTimeout(systemClock, asking, deadlineMs, () => null);
  };
}

async function answerOf<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch {
    return null;
  }
}

/** The values that are read at each scrape. */
export interface ScrapedSources {
  /** May fail or hang. */
  countUploads: () => Promise<OpenUploadCounts>;
  /** May fail or hang. */
  checkStore: () => Promise<StoreHealth>;
  /** How late the most overdue account check is. May fail or hang. */
  watchBehindMs: () => Promise<number>;
  /** How long a scrape waits for these values, in milliseconds. */
  withinMs: number;
  uploadsAtWork: () => number;
  requestsInFlight: () => number;
  /** Number of queued calls, by priority. */
  slackQueue: () => Readonly<Record<string, number>>;
  /** Null without PostgreSQL. */
  storeConnections: () => ConnectionCounts | null;
}

/** Gauges that are read at scrape time instead of being counted. */
export class StateGauges {
  readonly #instruments: Instruments;
  readonly #vitals: Vitals;
  #sources: Omit<ScrapedSources, 'checkStore' | 'countUploads' | 'watchBehindMs' | 'withinMs'> = {
    requestsInFlight: () => 0,
    slackQueue: () => ({}),
    storeConnections: () => null,
    uploadsAtWork: () => 0,
  };
  #countUploads: () => Promise<OpenUploadCounts | null> = async () => null;
  #checkStore: () => Promise<StoreHealth | null> = async () => null;
  #watchBehindMs: () => Promise<number | null> = async () => null;

  constructor(instruments: Instruments, vitals: Vitals) {
    this.#instruments = instruments;
    this.#vitals = vitals;
  }

  watch({ checkStore, countUploads, watchBehindMs, withinMs, ...sources }: ScrapedSources): void {
    this.#sources = sources;
    this.#checkStore = askInTime(checkStore, withinMs);
    this.#countUploads = askInTime(countUploads, withinMs);
    this.#watchBehindMs = askInTime(watchBehindMs, withinMs);
  }

  async refresh(): Promise<void> {
    const [uploads, health, behindMs] = await Promise.all([
      this.#countUploads(),
      this.#checkStore(),
      this.#watchBehindMs(),
    ]);
    this.#showStore(uploads === null ? null : health);
    this.#showUploads(uploads);
    const { lastEventAt, requestsInFlight, serviceAway, slackConnected, slackQueue, uploadsAtWork, watchBehind } =
      this.#instruments;
    const { connection, service } = this.#vitals.read();
    serviceAway.set(Number(service.isAway));
    if (connection) slackConnected.set(Number(connection.isConnected));
    else slackConnected.remove();
    lastEventAt.set((this.#vitals.lastEventAt ?? 0) / 1000);
    for (const [priority, count] of Object.entries(this.#sources.slackQueue())) slackQueue.set({ priority }, count);
    this.#showConnections(this.#sources.storeConnections());
    if (behindMs === null) watchBehind.remove();
    else watchBehind.set(behindMs / 1000);
    requestsInFlight.set(this.#sources.requestsInFlight());
    uploadsAtWork.set(this.#sources.uploadsAtWork());
  }

  #showConnections(counts: ConnectionCounts | null): void {
    const { storeConnections, storeConnectionsLimit, storeWaiting } = this.#instruments;
    if (!counts) {
      storeConnectionsLimit.remove();
      storeWaiting.remove();
      return;
    }
    const { idle, limit, open, waiting } = counts;
    storeConnections.set({ state: 'idle' }, idle);
    storeConnections.set({ state: 'in-use' }, open - idle);
    storeConnectionsLimit.set(limit);
    storeWaiting.set(waiting);
  }

  #showStore(health: StoreHealth | null): void {
    const { storeUp, storeWritable } = this.#instruments;
    const takesWrites = health?.refusesWrites === null;
    storeUp.set(Number(takesWrites));
    if (health) storeWritable.set(Number(takesWrites));
    else storeWritable.remove();
  }

  /** Removes unknown values, because a stale number would look current. */
  #showUploads(open: OpenUploadCounts | null): void {
    const { uploads, uploadsWaiting } = this.#instruments;
    uploads.reset();
    uploadsWaiting.remove();
    if (!open) return;
    uploadsWaiting.set(open.waiting);
    for (const [state, count] of open.byState) uploads.set({ state }, count);
  }
}
