import { type Clock, every } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import { Rounds } from '../base/rounds.ts';
import type { Store } from '../store/store.ts';
import type { Workspace } from './workspace.ts';

/** What a recurring job works with. Every process runs it, and claims in the store what it does. */
export interface Job<S extends keyof Store> {
  clock: Pick<Clock, 'after' | 'now'>;
  log: Logger;
  /** Tracks the work, so that shutdown waits for it. */
  run: <T>(work: () => Promise<T>) => Promise<T>;
  store: Pick<Store, S>;
  /** The one workspace that it is about; null for all. */
  onlyTenantId: string | null;
  /** Null for a workspace that has removed the bot. */
  workspaceOf: (tenantId: string) => Promise<Workspace | null>;
}

/** `pollMs`: interval of the rounds, in milliseconds. */
export type PollingJob<S extends keyof Store> = Job<S> & { pollMs: number };

/** How long a row stays claimed; then its process counts as killed. Extended while it is worked on. */
export const LEASE_MS = 30_000;
const MAX_AT_ONCE = 10;
/** Another process may be claiming the next one at this moment, so that it still looks due. */
export const MIN_WAIT_MS = 100;
/** Polling for rows that another process planned and did not claim. */
const ASK_MS = 60_000;

/** Rows of the store with a due time. */
interface Queue<T> {
  takeDue: (limit: number, leaseMs: number, tenantId: string | null) => Promise<T[]>;
  nextDueAt: (tenantId: string | null) => Promise<number | null>;
  /** True if another process may plan a row that only this one can claim. */
  isShared: boolean;
  onPlanned: (call: () => void) => void;
}

interface QueueWork<T> {
  /** Extends the claim. */
  hold: (one: T) => Promise<void>;
  /** Ends the extension before it writes when the row is due again. */
  work: (one: T, stopHolding: () => void) => Promise<void>;
  /** What the log says of an error. `one`: of a claimed row, which is due again after the lease. `all`: of the store. */
  failed: { one: string; all: string; facts: (one: T) => object };
}

/**
 * Works on what is due, all at the same time, and then waits for the next one.
 * @returns a function that stops it.
 */
export function startQueue<T>(
  { clock, log, onlyTenantId, run }: Pick<Job<never>, 'clock' | 'log' | 'onlyTenantId' | 'run'>,
  queue: Queue<T>,
  { failed, hold, work }: QueueWork<T>,
): () => void {
  const workOn = async (one: T) => {
    const stopHolding = every(clock, LEASE_MS / 3, () => {
      hold(one).catch((err) => log.warn({ err, ...failed.facts(one) }, 'claim not extended'));
    });
    try {
      await work(one, stopHolding);
    } catch (error) {
      log.error({ err: error, ...failed.facts(one) }, failed.one);
    } finally {
      stopHolding();
    }
  };
  const round = async (): Promise<number | null> => {
    let due: T[];
    do {
      due = await queue.takeDue(MAX_AT_ONCE, LEASE_MS, onlyTenantId);
      await Promise.all(due.map(workOn));
    } while (due.length === MAX_AT_ONCE && !rounds.isStopped);
    const next = await queue.nextDueAt(onlyTenantId);
    if (next === null) return queue.isShared ? ASK_MS : null;
    return Math.min(ASK_MS, Math.max(MIN_WAIT_MS, next - clock.now()));
  };
  const unread = (error: unknown) => log.error({ err: error }, `store unavailable, ${failed.all}`);
  const rounds = new Rounds({ clock, round, run, failed: unread, againMs: ASK_MS });
  queue.onPlanned(() => rounds.wake());
  return rounds.start();
}
