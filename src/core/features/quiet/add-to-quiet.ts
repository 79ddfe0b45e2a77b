import type { InstalledAbilityId } from '@abilities-bot/service-api';
import type { OperationContext } from '../../operation-context.ts';
import { QUIETS } from './switch-all.ts';

/**
 * Lets the end of a quiet period enable these too, because a plan would have enabled them during it. No effect if it
 * has ended.
 */
export async function addToQuiet(
  quietId: string,
  items: readonly { id: InstalledAbilityId; name: string }[],
  { locks, now, quiets }: Pick<OperationContext, 'locks' | 'now' | 'quiets'>,
): Promise<void> {
  if (items.length === 0) return;
  await locks.alone(QUIETS, async () => {
    const quiet = (await quiets.list()).find(({ id }) => id === quietId);
    if (!quiet) return;
    const known = new Set(quiet.items.map(({ id }) => id));
    const since = now().getTime();
    const added = items.flatMap(({ id, name }) => (known.has(id) ? [] : [{ id, name, since, isDisabled: true }]));
    await quiets.save({ ...quiet, items: [...quiet.items, ...added] });
  });
}
