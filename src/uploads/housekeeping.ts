import { HISTORY_KEEP_MS } from '../store/undo-log.ts';
import type { UploadTools } from './ports.ts';

const EVERY_MS = 10 * 60_000;
/** For as long a message about an upload can be worked with. */
const KEEP_MS = 30 * 24 * 60 * 60_000;

/**
 * Removes what is over, from time to time: uploads that ended long ago with their packages, seen keys, old
 * history, approvals that nobody gave, folders that a killed process left. Every process does it; doing it twice changes
 * nothing.
 * @param historyKeepMs for how long it is kept who tried and changed what.
 * @returns a function that ends it.
 */
export function startHousekeeping(
  { log, now, spool, store }: Pick<UploadTools, 'log' | 'now' | 'spool' | 'store'>,
  { historyKeepMs } = { historyKeepMs: HISTORY_KEEP_MS },
  everyMs = EVERY_MS,
): () => void {
  const sweep = async () => {
    try {
      await store.seen.sweep();
      await store.drops.sweep();
      await store.undoLog.sweep(historyKeepMs);
      await store.auditLog.sweep(historyKeepMs);
      await store.approvals.sweep();
      await spool.sweep(now());
      const removed = await store.uploads.sweep(now() - KEEP_MS);
      if (removed > 0) log.info({ removed }, 'old uploads were removed');
    } catch (error) {
      log.warn({ err: error }, 'what is over could not be removed');
    }
  };
  const timer = setInterval(() => void sweep(), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
