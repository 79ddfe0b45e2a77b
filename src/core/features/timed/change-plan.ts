import { dayOf, isoIn, startOfDay, type Zone, zoneOf } from '../../../base/calendar.ts';
import type { Run } from '../../feature.ts';
import { readCatalog } from '../../lookup.ts';
import type { Outcome } from '../../outcome.ts';
import { toggleTargets } from '../toggle/toggle.ts';
import { idsOf, lineOf, nextTime, readPlannedLine, type TimedSwitch, wantedNow } from './line.ts';
import { pastPlan } from './past-plan.ts';
import { isInEffect } from './plan.ts';
import { recurrenceWords } from './recurrence.ts';
import { failedOf } from './switch-when-due.ts';
import type { PlanNow, TimedItem } from './timed.ts';

/**
 * Makes the next change of a plan now. A recurring plan then continues with the change after that; a one-time plan has
 * ended, unless some Abilities failed.
 */
export async function runNow({ id, wanted }: PlanNow, run: Run): Promise<Outcome> {
  const { schedules } = run.context;
  const planned = (await schedules.list()).find((one) => one.id === id);
  const command = planned && readPlannedLine(planned.line);
  if (!planned || !command) return pastPlan(id, run);
  // Since the button was drawn, a recurring plan may have moved on, or somebody may have changed the plan.
  if (wantedNow(command) !== wanted) return { kind: 'refused', refusal: { why: 'plan-went-on' } };
  const ids = idsOf(command);
  const targets = ids.map((one) => ({ by: 'installed', id: one }) as const);
  const of = await toggleTargets({ verb: wanted, targets }, run);
  if (!isInEffect(of)) return of;
  const { userId, channelId, partOf } = planned;
  const same = { id, userId, channelId, partOf };
  const plannedFor = new Date(planned.plannedFor);
  const next = nextTime({ ...command, plannedFor });
  const failed = failedOf(of, ids);
  if (next) await schedules.plan({ ...same, line: next.line }, next.at.getTime());
  else if (failed.length === 0) await schedules.cancel(id);
  else {
    const line = lineOf(wanted, failed, { ...command, plannedFor });
    await schedules.plan({ ...same, line }, planned.plannedFor);
  }
  const after = next && readPlannedLine(next.line);
  return {
    kind: 'timed-now',
    id,
    of,
    items: ids.length,
    next: after ? { wanted: wantedNow(after), at: next.at } : null,
    leftFor: !next && failed.length > 0 ? plannedFor : null,
  };
}

/** Opens the plan's form, filled with the plan. Calls endpoints 5 and 6. */
export async function openPlan(id: string, run: Run): Promise<Outcome> {
  const { context, requester } = run;
  const planned = (await context.schedules.list()).find((one) => one.id === id);
  const command = planned && readPlannedLine(planned.line);
  if (!planned || !command) return pastPlan(id, run);
  const { entries } = await readCatalog(context);
  const items = idsOf(command).flatMap((one): TimedItem[] => {
    const row = entries.find(({ installed }) => installed?.id === one)?.installed;
    return row ? [{ id: one, name: row.name, enabled: row.enabled }] : [];
  });
  if (items.length === 0) return { kind: 'refused', refusal: { why: 'plan-of-nothing', id } };
  const zone = zoneOf(requester.access.known ? requester.access : {});
  const plannedFor = new Date(planned.plannedFor);
  const when = whenWords(command, plannedFor, context.now(), zone);
  return {
    kind: 'plan-form',
    items,
    change: { id, wanted: command.wanted, when, at: command.every ? null : plannedFor },
  };
}

/** As a person would type it: `tomorrow at 9:00`. @param zone the time zone of the person who changes the plan. */
function whenWords({ every }: TimedSwitch, at: Date, now: Date, zone: Zone): string {
  if (every) return recurrenceWords(every.recurrence);
  const clock = isoIn(zone, at).slice(11, 16).replace(/^0/, '');
  const date = dayOf(at, zone);
  if (date === dayOf(now, zone)) return `today at ${clock}`;
  const tomorrow = startOfDay('today', now, zone, 1);
  return tomorrow && date === dayOf(tomorrow, zone) ? `tomorrow at ${clock}` : `at ${date} ${clock}`;
}
