import { NotLockedError } from '../../core/locks.ts';
import type { OperationContext } from '../../core/operation-context.ts';
import { LONGEST_WAIT_MS } from '../outbound/queue.ts';

/**
 * Draws something shared, one drawing at a time across all processes, so that the last one shows the latest state.
 * Reads the lists again if another process has drawn it in between. Waits as long as an announcement may, because
 * nobody waits for the drawing. If the store is unavailable, draws out of order, which is better than not at all.
 * @throws {NotLockedError} if other processes keep the lock for all that time; otherwise the errors of `draw`.
 */
export async function drawInTurn<T>(
  thing: string,
  { locks, records, service }: Pick<OperationContext, 'locks' | 'records' | 'service'>,
  draw: () => Promise<T>,
): Promise<T> {
  const drawLatest = ({ followsAnother }: { followsAnother: boolean }) => {
    if (followsAnother) {
      service.clearCache();
      records.forget();
    }
    return draw();
  };
  try {
    return await locks.alone(thing, drawLatest, LONGEST_WAIT_MS.announcement);
  } catch (error) {
    if (error instanceof NotLockedError && error.refusal.why === 'not-recorded') return draw();
    throw error;
  }
}
