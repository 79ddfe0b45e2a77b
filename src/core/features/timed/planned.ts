import type { InstalledAbilityId } from '@abilities-bot/service-api';
import { isServiceError } from '../../../service/errors.ts';
import type { Run } from '../../feature.ts';
import { readCatalog } from '../../lookup.ts';
import { MAY_BE_CACHED, type OperationContext } from '../../operation-context.ts';
import { idsOf, lineOf, readPlannedLine, type TimedSwitch } from './line.ts';
import { overlaps } from './recurrence.ts';
import type { PlannedRow, TimedPlan } from './timed.ts';

/** Soonest first. Without the service, an Ability has its ID for a name. */
export async function readPlanned({ context, verbs }: Pick<Run, 'context' | 'verbs'>): Promise<PlannedRow[]> {
  const [all, quiets] = await Promise.all([context.schedules.list(), context.quiets.list()]);
  if (all.length === 0) return [];
  const names = await readNames(context);
  const nameOf = (id: InstalledAbilityId) => names.get(id) ?? `ID ${id}`;
  return all.flatMap(({ id, line, plannedFor, userId }) => {
    const what = verbs.plannedOfLine(line, { id, nameOf, quiets });
    return what ? { id, line, userId, at: new Date(plannedFor), what } : [];
  });
}

async function readNames(context: OperationContext): Promise<ReadonlyMap<InstalledAbilityId, string>> {
  try {
    const { entries } = await readCatalog(context, MAY_BE_CACHED);
    return new Map(entries.flatMap(({ installed, name }) => (installed ? [[installed.id, name] as const] : [])));
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return new Map();
  }
}

type Schedules = Pick<OperationContext, 'schedules'>;

type Later = Pick<TimedPlan, 'every' | 'wanted'>;

/**
 * Whether a later plan takes the place of an earlier one. A recurrence replaces one with which it overlaps; a plan for
 * once is an exception to it.
 */
function replacesIt({ every, wanted }: Later, earlier: TimedSwitch): boolean {
  if (earlier.wanted !== wanted) return false;
  if (!every || !earlier.every) return !every && !earlier.every;
  return overlaps(every.recurrence, earlier.every.recurrence);
}

/** When these Abilities are to be switched likewise by earlier plans. */
export async function readEarlier(
  plan: Later,
  ids: readonly InstalledAbilityId[],
  except: string | null,
  { schedules }: Schedules,
): Promise<Date[]> {
  const planned = await schedules.list();
  return planned.flatMap(({ id, line, plannedFor }) => {
    const command = readPlannedLine(line);
    return id !== except && command && replacesIt(plan, command) && idsOf(command).some((one) => ids.includes(one))
      ? [new Date(plannedFor)]
      : [];
  });
}

/** Takes these Abilities out of plans that switch them likewise, so that a later plan alone says when. */
export async function replaceEarlier(
  plan: Later,
  ids: readonly InstalledAbilityId[],
  except: string,
  { schedules }: Schedules,
): Promise<void> {
  for (const { plannedFor, ...one } of await schedules.list()) {
    const { id, line } = one;
    const command = readPlannedLine(line);
    if (id === except || !command || !replacesIt(plan, command)) continue;
    const all = idsOf(command);
    const rest = all.filter((one) => !ids.includes(one));
    if (rest.length === all.length) continue;
    if (rest.length === 0) await schedules.cancel(id);
    else {
      const times = { ...command, plannedFor: command.plannedFor ?? new Date(plannedFor) };
      await schedules.plan({ ...one, line: lineOf(command.wanted, rest, times) }, plannedFor);
    }
  }
}
