import type { InstalledAbilityId } from '@abilities-bot/service-api';
import { nextMoment, zoneOf } from '../../../base/calendar.ts';
import type { Schedule } from '../../../store/schedule-record.ts';
import { done, installedTarget, NOTHING, refTarget } from '../../audit-result.ts';
import { type Feature, type Run, SHOWS } from '../../feature.ts';
import { findSeveral } from '../../find.ts';
import { readCatalog, requireInstalled } from '../../lookup.ts';
import { MAY_BE_CACHED } from '../../operation-context.ts';
import type { Outcome, Refusal } from '../../outcome.ts';
import { type AbilityRef, MAX_AT_ONCE, unquote } from '../../references.ts';
import { EVERYWHERE } from '../../verb.ts';
import { toggleTargets } from '../toggle/toggle.ts';
import { idsLine, lineOf, readPlannedLine, type TimedSwitch } from './line.ts';
import { type When, writeExact } from './when.ts';

type Wanted = 'enable' | 'disable';

export type TimedCommand =
  /** Enables or disables at a time, or now and back at a time. */
  | { verb: 'timed'; wanted: Wanted; targets: AbilityRef[]; when: When; confirmed: boolean }
  | TimedSwitch
  | { verb: 'scheduled' }
  | { verb: 'cancel'; id: string };

/** One Ability, and its state now. */
export interface TimedItem {
  id: InstalledAbilityId;
  name: string;
  enabled: boolean;
}

/** `startsAt`: null for now. `endsAt`: null if nothing follows. */
export interface TimedPlan {
  wanted: Wanted;
  items: TimedItem[];
  startsAt: Date | null;
  endsAt: Date | null;
}

export type TimedOutcome =
  | ({ kind: 'timed-question' } & TimedPlan)
  /** `of`: the result of what was done now; null for nothing. `id`: of the plan; null if there is none. */
  | ({ kind: 'timed'; id: string | null; of: Outcome | null } & TimedPlan)
  | { kind: 'scheduled'; rows: PlannedRow[] }
  | { kind: 'schedule-canceled'; row: PlannedRow };

export interface PlannedRow extends Schedule {
  at: Date;
  /** What it will do. */
  what: { kind: 'switch'; wanted: Wanted; names: string[] } | { kind: 'resume'; agent: string | null };
}

export type TimedRefusal =
  | { why: 'time-passed'; wanted: Wanted }
  /** `by`: the person who changed it last. */
  | { why: 'changed-meanwhile'; wanted: Wanted; name: string; by: string; ids: InstalledAbilityId[] }
  | { why: 'no-such-schedule' };

const LATEST_MS = 366 * 24 * 3_600_000;
const reverse = (wanted: Wanted): Wanted => (wanted === 'enable' ? 'disable' : 'enable');

/** The line of the button that confirms a question. */
export function confirmLine({ endsAt, items, startsAt, wanted }: TimedPlan): string {
  const when = startsAt ? `at ${writeExact(startsAt)}` : endsAt ? `until ${writeExact(endsAt)}` : '';
  return `${wanted} ${idsLine(items.map(({ id }) => id))} ${when}`;
}

export const timedFeature: Feature<TimedCommand, TimedOutcome> = {
  // `enable` and `disable` read its lines.
  verbs: {
    scheduled: {
      name: 'scheduled',
      group: 'View',
      role: 'viewer',
      argument: '',
      summary: 'List the planned changes.',
      examples: ['scheduled'],
      homeLabel: 'Planned changes',
      tryLine: 'scheduled',
      places: EVERYWHERE,
      read: (argument) => (unquote(argument) === '' ? { verb: 'scheduled' } : null),
    },
    cancel: {
      name: 'cancel',
      doing: 'Canceling',
      group: 'Change',
      role: 'editor',
      action: 'cancel planned changes',
      argument: '<ID>',
      summary: 'Cancel a planned change.',
      examples: ['cancel 0123456789abcdef'],
      homeLabel: null,
      tryLine: 'scheduled',
      places: EVERYWHERE,
      read: (argument) => {
        const id = unquote(argument).toLowerCase();
        return /^[0-9a-f]{16}$/.test(id) ? { verb: 'cancel', id } : null;
      },
    },
  },
  commands: {
    timed: {
      verb: ({ wanted }) => wanted,
      changes: ({ confirmed }) => confirmed,
      targets: ({ targets }) => targets.map(refTarget),
      complete: (command, { sure }) => (sure ? { ...command, confirmed: true } : command),
      run: planOrAsk,
    },
    'timed-switch': {
      verb: ({ wanted }) => wanted,
      changes: true,
      targets: ({ targets }) => targets.map(refTarget),
      run: switchUnlessChanged,
    },
    scheduled: {
      verb: 'scheduled',
      changes: false,
      targets: () => [],
      ofAnyAccount: true,
      run: async (_, run) => ({ kind: 'scheduled', rows: await readPlanned(run) }),
    },
    cancel: {
      verb: 'cancel',
      changes: true,
      targets: () => [],
      // What is planned is found in its own account alone.
      ofAnyAccount: true,
      run: async ({ id }, run) => {
        const row = (await readPlanned(run)).find((one) => one.id === id);
        if (!row) return { kind: 'refused', refusal: { why: 'no-such-schedule' } };
        await run.context.schedules.cancel(id);
        return { kind: 'schedule-canceled', row };
      },
    },
  },
  outcomes: {
    'timed-question': SHOWS,
    timed: {
      audit: ({ endsAt, id, items, of, startsAt }, auditOf) => {
        const result = of ? auditOf(of) : done(items.map((item) => installedTarget(item.id, item.name)));
        const at = startsAt ?? endsAt;
        if (id === null || at === null) return result;
        const time = `${startsAt ? 'planned for' : 'until'} ${writeExact(at)} (plan ${id})`;
        return { ...result, after: result.after === null ? time : `${result.after} ${time}` };
      },
      change: ({ id, of }, changeOf) => {
        const change = of && changeOf(of);
        return change?.kind === 'toggled' && id !== null ? { ...change, plan: id } : change;
      },
    },
    scheduled: SHOWS,
    'schedule-canceled': {
      audit: ({ row }) => ({ ...NOTHING, outcome: 'done', after: `canceled: ${row.line}` }),
      change: null,
    },
  },
  records: {},
};

type Asked = Extract<TimedCommand, { verb: 'timed' }>;

async function planOrAsk(command: Asked, run: Run): Promise<Outcome> {
  const plan = await readPlan(command, run);
  if ('why' in plan) return { kind: 'refused', refusal: plan };
  return command.confirmed ? carryOut(plan, run) : { kind: 'timed-question', ...plan };
}

/** Endpoints 5 and 6. */
async function readPlan({ targets, wanted, when }: Asked, { context, requester }: Run): Promise<TimedPlan | Refusal> {
  if (targets.length > MAX_AT_ONCE) return { why: 'too-many', what: 'Abilities', most: MAX_AT_ONCE };
  const at = momentOf(when, context.now(), requester);
  if (at === null) return { why: 'time-passed', wanted };
  const items: TimedItem[] = [];
  for (const { found: entry } of await findSeveral(await readCatalog(context), targets)) {
    const found = requireInstalled(entry);
    if (!found.ok) return found.refusal;
    const { enabled, id, name } = found.row;
    items.push({ id, name, enabled });
  }
  return { wanted, items, startsAt: when.kind === 'at' ? at : null, endsAt: when.kind === 'at' ? null : at };
}

/** Null if it has passed, or is more than a year away. */
function momentOf(when: When, now: Date, { access }: Run['requester']): Date | null {
  if (when.kind === 'for') return new Date(now.getTime() + when.ms);
  const { time } = when;
  const at = 'exact' in time ? time.exact : nextMoment(time, now, zoneOf(access.known ? access : {}));
  return at && at > now && at.getTime() - now.getTime() <= LATEST_MS ? at : null;
}

/** The plan is saved first, and canceled if what has to be done now is not done. */
async function carryOut(plan: TimedPlan, run: Run): Promise<Outcome> {
  const { endsAt, items, startsAt, wanted } = plan;
  const { context, requester } = run;
  const ids = items.map((item) => item.id);
  const id = crypto.randomUUID().replaceAll('-', '').slice(0, 16);
  const at = startsAt ?? endsAt;
  if (at === null) throw new Error('A plan has no time.');
  const line = lineOf(startsAt ? wanted : reverse(wanted), ids, context.now());
  await context.schedules.plan({ id, userId: requester.userId, line }, at.getTime());
  if (startsAt) return { kind: 'timed', ...plan, id, of: null };
  const targets = ids.map((installed) => ({ by: 'installed', id: installed }) as const);
  const of = await toggleTargets({ verb: wanted, targets }, run).catch(async (error: unknown) => {
    await context.schedules.cancel(id);
    throw error;
  });
  if (isInEffect(of)) return { kind: 'timed', ...plan, id, of };
  await context.schedules.cancel(id);
  return of;
}

/** Whether something has to be put back later. What is not known may have been done. */
const isInEffect = (of: Outcome): boolean =>
  of.kind === 'toggled' ||
  of.kind === 'unchanged' ||
  (of.kind === 'trouble' && of.effect === 'unknown') ||
  (of.kind === 'toggled-several' && of.results.some(({ kind }) => kind === 'toggled' || kind === 'unchanged'));

/** How many later changes are searched. */
const MAX_LATER = 200;

/**
 * The second half of a plan. If somebody has made the same change since, and it was reverted, the person decides: what
 * was planned may no longer be wanted.
 */
async function switchUnlessChanged({ since, targets, wanted }: TimedSwitch, run: Run): Promise<Outcome> {
  const ids = new Set(targets.flatMap((ref) => (ref.by === 'installed' ? [ref.id] : [])));
  for (const { at, change, userId } of await run.context.undoLog.recent(MAX_LATER)) {
    if (at < since || change.kind !== 'toggled') continue;
    const item = change.items.find(({ enabled, id }) => ids.has(id) && enabled === (wanted === 'enable'));
    if (!item) continue;
    return {
      kind: 'refused',
      refusal: { why: 'changed-meanwhile', wanted, name: item.name, by: userId, ids: [...ids] },
    };
  }
  return toggleTargets({ verb: wanted, targets }, run);
}

/** Soonest first. */
async function readPlanned({ context }: Pick<Run, 'context'>): Promise<PlannedRow[]> {
  const [planned, quiets] = await Promise.all([context.schedules.list(), context.quiets.list()]);
  if (planned.length === 0) return [];
  const { entries } = await readCatalog(context, MAY_BE_CACHED);
  const names = new Map(entries.flatMap(({ installed, name }) => (installed ? [[installed.id, name] as const] : [])));
  return planned.map(({ id, line, plannedFor, userId }): PlannedRow => {
    const row = { id, line, userId, at: new Date(plannedFor) };
    const command = readPlannedLine(line);
    if (!command) {
      const quiet = quiets.find((one) => one.id === id);
      return { ...row, what: { kind: 'resume', agent: quiet?.agent?.name ?? null } };
    }
    const ids = command.targets.flatMap((ref) => (ref.by === 'installed' ? [ref.id] : []));
    return {
      ...row,
      what: { kind: 'switch', wanted: command.wanted, names: ids.map((one) => names.get(one) ?? `ID ${one}`) },
    };
  });
}
