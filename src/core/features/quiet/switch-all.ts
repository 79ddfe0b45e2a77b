import type { InstalledAbilityId } from '@abilities-bot/service-api';
import { noteProgress } from '../../../base/request-context.ts';
import type { OperationContext } from '../../operation-context.ts';
import { toggleMany } from '../toggle/switch.ts';
import type { ToggleResult } from '../toggle/toggle.ts';

/** Lock for beginning and ending quiet periods one at a time, because each depends on the others. */
export const QUIETS = 'quiets';

interface Item {
  id: InstalledAbilityId;
  name: string;
}

/**
 * More than this are switched in the background, with a progress message, because the answer would be late otherwise.
 */
export const MANY = 50;

/** `isApproved`: `isApprovalNeeded` was asked, and no second admin is needed, or one has approved it. */
type HowToSwitch = { verb: 'enable' } | { verb: 'disable'; isApproved: true };

/**
 * Enables or disables all of these. Retries once what failed or was busy.
 * @param before how many were already switched by a process that was killed.
 */
export async function switchAll(
  how: HowToSwitch,
  items: readonly Item[],
  context: OperationContext,
  before: number,
): Promise<ToggleResult[]> {
  const planned = items.map(({ id, name }) => ({ ...how, id, name }));
  const { ended, results } = await toggleMany(planned, context, (count) =>
    noteProgress({ done: before + count, of: before + items.length }),
  );
  const settled = settledOf(results);
  const left = planned.filter(({ id }) => !settled.has(id));
  if (left.length === 0 || ended) return results;
  const again = await toggleMany(left, context);
  return [...results.filter((result) => 'id' in result && settled.has(result.id)), ...again.results];
}

/** Abilities for which a retry would change nothing, or might change something twice. */
const settledOf = (results: readonly ToggleResult[]): ReadonlySet<InstalledAbilityId> =>
  new Set(
    results.flatMap((result) => {
      if (result.kind === 'refused') return [];
      return result.kind === 'trouble' && result.effect === 'none' ? [] : [result.id];
    }),
  );
