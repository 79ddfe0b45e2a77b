import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import { Rounds } from '../base/rounds.ts';
import { withTimeout } from '../base/timeout.ts';
import type { Processes } from '../store/processes.ts';

/** If a process isn't renewed for this long, it counts as killed, and others answer its requests. */
export const PROCESS_LEASE_MS = 20_000;
/** In milliseconds: a renewal may have to wait for a connection. */
const RENEW_WAIT_MS = 2000;

interface Renewing {
  clock: Pick<Clock, 'after' | 'deadline'>;
  leaseMs: number;
  log: Logger;
  processes: Processes;
}

/**
 * Shows other processes that this one is running, until it is stopped.
 * @returns a function that stops it.
 * @throws the database's errors from the first renewal.
 */
export async function startRenewing({ clock, leaseMs, log, processes }: Renewing): Promise<() => void> {
  await processes.renew(leaseMs);
  const everyMs = leaseMs / 4;
  const round = async () => {
    await withTimeout(clock, processes.renew(leaseMs), RENEW_WAIT_MS, () => {
      throw new Error("Timed out renewing this process's lease.");
    });
    return everyMs;
  };
  const failed = (error: unknown) => log.warn({ err: error }, 'lease of this process not renewed');
  // Not tracked, because renewals must continue until the tracked requests have ended.
  const rounds = new Rounds({ clock, round, run: (work) => work(), failed, againMs: everyMs / 4 });
  return rounds.start(everyMs);
}
