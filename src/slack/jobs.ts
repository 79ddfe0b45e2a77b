import { type Clock, every } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import { Rounds } from '../base/rounds.ts';
import type { Store } from '../store/store.ts';
import type { Workspace } from './workspace.ts';

/** What a recurring job needs. Every process runs the job, and claims each piece of work in the store. */
export interface Job<S extends keyof Store> {
  clock: Pick<Clock, 'after' | 'now'>;
  log: Logger;
  /** Tracks the work, so that shutdown waits for it. */
  run: <T>(work: () => Promise<T>) => Promise<T>;
  store: Pick<Store, S>;
  /** The workspace to work for; null for all. */
  onlyTenantId: string | null;
  /** Null if the workspace has removed the bot. */
  workspaceOf: (tenantId: string) => Promise<Workspace | null>;
}

/** `pollMs`: the interval between rounds, in milliseconds. */
export type PollingJob<S extends keyof Store> = Job<S> & { pollMs: number };

/** How long a claim lasts. It is extended during the work; if it expires, its process counts as killed. */
export const LEASE_MS = 30_000;
const MAX_AT_ONCE = 10;
/** If another process is just claiming the next row, it still looks due here; this pause avoids a busy loop. */
export const MIN_WAIT_MS = 100;
/** The interval for rows that another process planned but didn't claim. */
const ASK_MS = 60_000;

/** Rows in the store that have a due time. */
interface Queue<T> {
  takeDue: (limit: number, leaseMs: number, tenantId: string | null) => Promise<T[]>;
  nextDueAt: (tenantId: string | null) => Promise<number | null>;
  /** True if this process may claim a row that another process planned, and must therefore poll. */
  isShared: boolean;
  onPlanned: (call: () => void) => void;
}

interface QueueWork<T> {
  /** Extends the claim. */
  hold: (one: T) => Promise<void>;
  /** `stopHolding` ends the extension of the claim. Call it before setting a new due time. */
  work: (one: T, stopHolding: () => void) => Promise<void>;
  /**
   * Log messages for errors. `one`: a claimed row failed, and is due again after the claim. `all`: the store failed.
   */
  failed: { one: string; all: string; facts: (one: T) => object };
}

/**
 * Works on all due rows concurrently, then waits for the next one.
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
