import type { InstalledAbilityId } from '@abilities-bot/service-api';
import type { Quiet } from '../../../store/quiet-record.ts';
import type { Schedule } from '../../../store/schedule-record.ts';
import type { CatalogEntry } from '../../catalog.ts';
import type { OperationContext } from '../../operation-context.ts';
import type { VerbLookup } from '../../verb.ts';

type Planned = Schedule & { plannedFor: number };

type SwitchLookup = Pick<VerbLookup, 'switchOfLine'>;

/**
 * When installed Abilities will next be enabled and disabled, in milliseconds since 1970. Those without a time are
 * omitted.
 */
export interface StateEnds {
  enabledAt: ReadonlyMap<InstalledAbilityId, number>;
  disabledAt: ReadonlyMap<InstalledAbilityId, number>;
}

/** When an Ability's current state will end; null if no change is planned. */
export function endOf({ installed, state }: CatalogEntry, ends: StateEnds | undefined): Date | null {
  if (!installed || !ends) return null;
  const at = (state === 'enabled' ? ends.disabledAt : ends.enabledAt).get(installed.id);
  return at === undefined ? null : new Date(at);
}

/**
 * The current quiet periods, and when the states end. Null if the store is unavailable, because this is only extra
 * information.
 */
export async function readQuietsAndEnds(
  { now, records }: Pick<OperationContext, 'now' | 'records'>,
  verbs: SwitchLookup,
): Promise<{ quiets: readonly Quiet[]; ends: StateEnds } | null> {
  try {
    const [planned, quiets] = await Promise.all([records.schedules.read(), records.quiets.read()]);
    return { quiets, ends: findStateEnds(planned, quiets, now().getTime(), verbs) };
  } catch {
    return null;
  }
}

/** @param planned soonest first. */
export function findStateEnds(
  planned: readonly Planned[],
  quiets: readonly Quiet[],
  now: number,
  { switchOfLine }: SwitchLookup,
): StateEnds {
  const whole = quiets.find(({ agent }) => agent === null);
  // While the whole account is quiet, nothing is enabled.
  const notBefore = whole ? (whole.endsAt ?? Number.POSITIVE_INFINITY) : now;
  const quietEndOf = quietEnds(quiets);
  const enabledAt = new Map(quietEndOf);
  const disabledAt = new Map<InstalledAbilityId, number>();
  for (const { line, plannedFor } of planned.toReversed()) {
    const coming = switchOfLine(line, { quiets });
    if (!coming || plannedFor <= now) continue;
    const at = Math.max(plannedFor, notBefore);
    // Iterates from last to first, so that the soonest plan wins.
    for (const id of coming.ids) {
      if (coming.wanted === 'disable') disabledAt.set(id, plannedFor);
      else enabledAt.set(id, coming.keepsDisabled ? at : Math.min(at, quietEndOf.get(id) ?? at));
    }
  }
  for (const [id, at] of enabledAt) if (at === Number.POSITIVE_INFINITY || at <= now) enabledAt.delete(id);
  return { enabledAt, disabledAt };
}

/** An Ability in several quiet periods is enabled when the last one ends. */
function quietEnds(quiets: readonly Quiet[]): Map<InstalledAbilityId, number> {
  const ends = new Map<InstalledAbilityId, number>();
  for (const { endsAt, items } of quiets) {
    for (const { id, isDisabled } of items) {
      if (isDisabled) ends.set(id, Math.max(endsAt ?? Number.POSITIVE_INFINITY, ends.get(id) ?? 0));
    }
  }
  return ends;
}
