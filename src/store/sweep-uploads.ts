import { setImmediate } from 'node:timers/promises';
import type { PackageStore } from './packages.ts';
import type { StoreParts } from './store-parts.ts';

const AT_ONCE = 100;

/**
 * Records first, then the packages that have none any more: one that is revived at this moment keeps its packages, and
 * what a crash leaves in between goes with the next sweep.
 */
export async function sweepUploads(
  { db, kind }: StoreParts,
  packages: PackageStore,
  olderThan: number,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('uploads')
      .where('told_at', '<', olderThan)
      .where('id', 'in', (query) =>
        query
          .selectFrom('uploads')
          .select('id')
          .where('told_at', '<', olderThan)
          .limit(AT_ONCE)
          // Two who sweep at once would wait for each other.
          .$if(kind === 'postgresql', (locking) => locking.forUpdate().skipLocked()),
      )
      .executeTakeFirst();
    removed += Number(numDeletedRows);
    if (numDeletedRows === 0n) break;
    await setImmediate();
  }
  await packages.dropWithoutRecord();
  return removed;
}
