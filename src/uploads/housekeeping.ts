import type { Clock } from '../base/clock.ts';
import { Rounds, type RoundsOptions } from '../base/rounds.ts';
import type { Store } from '../store/store.ts';
import { HISTORY_KEEP_MS } from '../store/undo-log.ts';
import type { UploadTools } from './ports.ts';
import { readClock, SteadyClock } from './steady-clock.ts';

const EVERY_MS = 10 * 60_000;
/** How long the message of an upload stays usable. */
const KEEP_MS = 30 * 24 * 60 * 60_000;

interface Housekeeping extends Pick<UploadTools, 'log' | 'spool'> {
  clock: Clock;
  store: Pick<Store, 'auditLog' | 'expire'>;
  /** Tracks a round, so that shutdown waits for it before closing the store. */
  run: RoundsOptions['run'];
}

/**
 * Periodically deletes expired data: old uploads with their packages, packages of uploads that never ended, seen keys,
 * expired leases, closed Home tabs, old audit and undo records, answered interruptions, expired approvals, folders of
 * killed processes. Idempotent, and runs in every process.
 * @param historyKeepMs retention of the audit log and the undo log.
 * @returns a function that stops it.
 */
export function startHousekeeping(
  { clock, log, run, spool, store }: Housekeeping,
  { historyKeepMs } = { historyKeepMs: HISTORY_KEEP_MS },
  everyMs = EVERY_MS,
): () => void {
  let steady: SteadyClock | null = null;
  // Read now, because the clock may be set before the first round, and entries written with the new time.
  const start = readClock(clock);
  const round = async () => {
    steady ??= new SteadyClock(clock, await store.auditLog.newestBefore(start.now), start);
    const now = steady.read();
    if (now === null) {
      log.warn('clock was set or is far from the last audit entry, deleting nothing until it is steady');
      return everyMs;
    }
    const { uploads } = await store.expire({ history: now - historyKeepMs, uploads: now - KEEP_MS });
    if (uploads > 0) log.info({ removed: uploads }, 'expired uploads deleted');
    await spool.sweep(now);
    return everyMs;
  };
  const failed = (error: unknown) => log.warn({ err: error }, 'deleting expired data failed');
  const rounds = new Rounds({ clock, round, run, failed, againMs: everyMs });
  return rounds.start(everyMs);
}
