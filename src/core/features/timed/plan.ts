import { nextMoment, zoneOf } from '../../../base/calendar.ts';
import { findOverlapsOfChosen } from '../../clashes.ts';
import type { Run } from '../../feature.ts';
import { findSeveral } from '../../find.ts';
import { readCatalog, requireInstalled } from '../../lookup.ts';
import type { OperationContext } from '../../operation-context.ts';
import type { Outcome, Refusal } from '../../outcome.ts';
import { MAX_AT_ONCE } from '../../references.ts';
import { APPROVALS_UNREAD, isApprovalNeeded, readApprovals } from '../approvals/needed.ts';
import { toggleTargets } from '../toggle/toggle.ts';
import { contentOf, idsLine, idsOf, lineOf, readPlannedLine } from './line.ts';
import { readEarlier, replaceEarlier } from './planned.ts';
import { nextHalf, writeRecurrence } from './recurrence.ts';
import type { SwitchVerb, TimedCommand, TimedItem, TimedPlan } from './timed.ts';
import { type When, writeExact } from './when.ts';

type Asked = Extract<TimedCommand, { verb: 'timed' }>;

const LATEST_MS = 366 * 24 * 3_600_000;

/** Limit for each person. More are likely a mistake, and nobody would find the one to cancel. */
const MAX_PLANS = 20;

const reverse = (wanted: SwitchVerb): SwitchVerb => (wanted === 'enable' ? 'disable' : 'enable');

/** The line of the button that confirms a plan. */
export function confirmLine({ insteadOf, items, wanted, ...times }: TimedPlan): string {
  const line = `${wanted} ${idsLine(items.map(({ id }) => id))} ${whenWords(times)}`;
  return insteadOf ? `${line} instead-of:${insteadOf.id}` : line;
}

function whenWords({ endsAt, every, startsAt }: Pick<TimedPlan, 'endsAt' | 'every' | 'startsAt'>): string {
  if (every) return `every ${writeRecurrence(every.recurrence)}`;
  return startsAt ? `at ${writeExact(startsAt)}` : endsAt ? `until ${writeExact(endsAt)}` : '';
}

/** Shows the whole plan to confirm, and carries it out once confirmed. */
export async function planOrAsk(command: Asked, run: Run): Promise<Outcome> {
  const plan = await readPlan(command, run);
  if ('why' in plan) return { kind: 'refused', refusal: plan };
  if (plan.every?.recurrence.to || (plan.wanted === 'disable' && !plan.startsAt)) {
    const chosen = await readApprovals(run.context);
    if (chosen === null) return APPROVALS_UNREAD;
    if (isApprovalNeeded(chosen, 'disable', { isEnabled: true })) {
      // The plan could end before the approval, or need an approval each time.
      const ids = plan.items.map(({ id }) => id);
      return { kind: 'refused', refusal: { why: 'timed-needs-approval', ids } };
    }
  }
  if (!command.confirmed) return { kind: 'timed-question', ...plan, ...(await readOverlaps(plan, run.context)) };
  return run.context.locks.alone(`plans:${run.requester.userId}`, async () =>
    (await isPlanned(plan, run)) ? { kind: 'refused', refusal: { why: 'already-planned' } } : carryOut(plan, run),
  );
}

/** Reads no lists again, because they are still cached. */
async function readOverlaps({ items, wanted }: TimedPlan, context: OperationContext) {
  if (wanted !== 'enable') return {};
  const disabled = items.filter(({ enabled }) => !enabled).map(({ id }) => ({ by: 'installed', id }) as const);
  const overlaps = disabled.length === 0 ? [] : await findOverlapsOfChosen(disabled, context);
  return overlaps.length > 0 ? { overlaps } : {};
}

/** Calls endpoints 5 and 6. */
async function readPlan(
  { insteadOf: changed, targets, wanted, when }: Asked,
  { context, requester }: Run,
): Promise<TimedPlan | Refusal> {
  if (targets.length > MAX_AT_ONCE) return { why: 'too-many', what: 'Abilities', max: MAX_AT_ONCE };
  const at = momentOf(when, context.now(), requester);
  if (!(at instanceof Date)) return { why: at, wanted };
  const items: TimedItem[] = [];
  for (const { found: entry } of await findSeveral(await readCatalog(context), targets)) {
    const found = requireInstalled(entry);
    if (!found.ok) return found.refusal;
    const { enabled, id, name } = found.row;
    items.push({ id, name, enabled });
  }
  const planned = await context.schedules.list();
  const insteadOf = planned.find(({ id }) => id === changed);
  if (changed !== undefined && !insteadOf) return { why: 'no-such-schedule' };
  const others = planned.filter((one) => one.userId === requester.userId && one !== insteadOf);
  if (others.length >= MAX_PLANS) {
    return { why: 'too-many', what: 'planned changes', max: MAX_PLANS };
  }
  const every = everyOf(when, requester);
  if (when.kind === 'every' && !every) return { why: 'no-time-zone' };
  const startsAt = when.kind === 'at' || when.kind === 'in' || every ? at : null;
  const ids = items.map(({ id }) => id);
  const later = { wanted: startsAt ? wanted : reverse(wanted), every };
  const replaces = await readEarlier(later, ids, changed ?? null, context);
  const plan = { wanted, items, startsAt, endsAt: startsAt ? null : at, every };
  return insteadOf
    ? { ...plan, insteadOf, replaces: [new Date(insteadOf.plannedFor), ...replaces] }
    : { ...plan, replaces };
}

/** When a plan makes its first change, or why it can't. */
export function momentOf(
  when: When,
  now: Date,
  { access }: Pick<Run['requester'], 'access'>,
): Date | 'time-passed' | 'time-too-far' {
  if ('ms' in when) return new Date(now.getTime() + when.ms);
  const zone = zoneOf(access.known ? access : {});
  if (when.kind === 'every') return nextHalf(when.recurrence, 'start', now, zone) ?? 'time-passed';
  const { time } = when;
  const at = 'exact' in time ? time.exact : nextMoment(time, now, zone);
  if (!at || at <= now) return 'time-passed';
  return at.getTime() - now.getTime() <= LATEST_MS ? at : 'time-too-far';
}

function everyOf(when: When, { access }: Run['requester']): TimedPlan['every'] {
  const timeZone = access.known ? access.timeZone : undefined;
  return when.kind === 'every' && timeZone !== undefined ? { recurrence: when.recurrence, timeZone } : null;
}

/** What a plan does later, in the format of {@link contentOf} for a saved plan. */
export function contentOfPlan(plan: TimedPlan): string | null {
  const plannedFor = plan.startsAt ?? plan.endsAt;
  return plannedFor && contentOf({ wanted: laterOf(plan), plannedFor, every: plan.every });
}

/** What a plan does later. */
const laterOf = ({ startsAt, wanted }: TimedPlan): SwitchVerb => (startsAt ? wanted : reverse(wanted));

/** True if the person has already planned exactly this, as with the second of two quick clicks. */
async function isPlanned(plan: TimedPlan, { context, requester }: Run): Promise<boolean> {
  const { every, items } = plan;
  const at = (plan.startsAt ?? plan.endsAt)?.getTime();
  const recurrence = every && writeRecurrence(every.recurrence);
  const ids = idsLine(items.map(({ id }) => id));
  return (await context.schedules.list()).some(({ line, plannedFor, userId }) => {
    const command = userId === requester.userId && plannedFor === at ? readPlannedLine(line) : null;
    if (!command || command.wanted !== laterOf(plan)) return false;
    const ofCommand = command.every && writeRecurrence(command.every.recurrence);
    return ofCommand === recurrence && idsLine(idsOf(command)) === ids;
  });
}

/** Saves the plan first, and cancels it if the change to be made now fails. */
async function carryOut(plan: TimedPlan, run: Run): Promise<Outcome> {
  const { endsAt, every, insteadOf, items, startsAt, wanted } = plan;
  const { context, requester } = run;
  const at = startsAt ?? endsAt;
  if (at === null) throw new Error('A plan has no time.');
  const ids = items.map((item) => item.id);
  const id = insteadOf?.id ?? crypto.randomUUID().replaceAll('-', '').slice(0, 16);
  const later = laterOf(plan);
  const start = every && { ...every, half: 'start' as const };
  // A recurrence applies from its first time on, regardless of earlier changes.
  const since = start ? at : context.now();
  const line = lineOf(later, ids, { since, plannedFor: at, plan: id, every: start });
  const { channelId = null, userId } = requester;
  await context.schedules.plan({ id, userId, channelId, partOf: null, line }, at.getTime());
  if (startsAt) {
    await replaceEarlier({ wanted: later, every }, ids, id, context);
    return { kind: 'timed', ...plan, id, of: null };
  }
  const targets = ids.map((installed) => ({ by: 'installed', id: installed }) as const);
  const restore = () =>
    insteadOf ? context.schedules.plan(insteadOf, insteadOf.plannedFor) : context.schedules.cancel(id);
  const of = await toggleTargets({ verb: wanted, targets }, run).catch(async (error: unknown) => {
    await restore();
    throw error;
  });
  if (!isInEffect(of)) {
    await restore();
    return of;
  }
  await replaceEarlier({ wanted: later, every: null }, ids, id, context);
  return { kind: 'timed', ...plan, id, of };
}

/** True if something may have to be switched back later. An unknown result may have had an effect. */
export function isInEffect(of: Outcome): boolean {
  if (of.kind === 'trouble') return of.effect === 'unknown';
  if (of.kind !== 'toggled-several') return of.kind === 'toggled' || of.kind === 'unchanged';
  return of.results.some(
    (result) =>
      result.kind === 'toggled' ||
      result.kind === 'unchanged' ||
      (result.kind === 'trouble' && result.effect === 'unknown'),
  );
}
