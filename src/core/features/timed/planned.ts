import type { InstalledAbilityId } from '@abilities-bot/service-api';
import { isServiceError } from '../../../service/errors.ts';
import type { Run } from '../../feature.ts';
import { readCatalog } from '../../lookup.ts';
import { MAY_BE_CACHED, type OperationContext } from '../../operation-context.ts';
import { idsOf, lineOf, readPlannedLine, type TimedSwitch } from './line.ts';
import { overlaps } from './recurrence.ts';
import type { PlannedRow, TimedPlan } from './timed.ts';

/** Soonest first. If the service is down, Abilities are shown by ID. */
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
 * True if a later plan replaces an earlier one. A recurring plan replaces recurring plans that it overlaps; a one-time
 * plan is an exception to them.
 */
function replacesIt({ every, wanted }: Later, earlier: TimedSwitch): boolean {
  if (earlier.wanted !== wanted) return false;
  if (!every || !earlier.every) return !every && !earlier.every;
  return overlaps(every.recurrence, earlier.every.recurrence);
}

/** When earlier plans would do the same to these Abilities. */
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

/** Removes these Abilities from earlier plans that do the same, so that only the later plan applies. */
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
