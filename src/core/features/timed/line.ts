import type { InstalledAbilityId } from '@abilities-bot/service-api';
import { isTimeZone, zoneOf } from '../../../base/calendar.ts';
import type { Run } from '../../feature.ts';
import { type AbilityRef, formatAbilityRef, parseAbilityRefs } from '../../references.ts';
import { type Half, halfAfter, nextHalf, type Recurrence, readRecurrence, writeRecurrence } from './recurrence.ts';
import { writeExact } from './when.ts';

/** A plan that is due. Skips an Ability that somebody has since switched as planned and back again. */
export interface TimedSwitch {
  verb: 'timed-switch';
  wanted: 'enable' | 'disable';
  targets: AbilityRef[];
  since: Date;
  /** When it was first planned for; null in older lines. */
  plannedFor: Date | null;
  /** ID of the plan; null in older lines. */
  plan: string | null;
  /** For a recurring plan. `wanted` is then what its start does. */
  every: { recurrence: Recurrence; half: Half; timeZone: string } | null;
}

const TIME = '(\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z)';
const EVERY = '\\s+every:([a-z,]+@[\\d:-]+)\\s+half:(start|end)\\s+zone:([\\w+/-]+)';
const SUFFIX = new RegExp(
  `\\s+unchanged-since:${TIME}(?:\\s+planned-for:${TIME})?(?:\\s+plan:([0-9a-f]{16}))?(?:${EVERY})?$`,
);

/** Reads the part of a plan's line after the verb; null for any other line. */
export function readTimedSwitch(wanted: 'enable' | 'disable', argument: string): TimedSwitch | null {
  const [all, since, plannedFor, plan = null, days, half, timeZone] = SUFFIX.exec(argument) ?? [];
  if (all === undefined || since === undefined) return null;
  const [from, at] = [since, plannedFor].map((text) => (text === undefined ? null : new Date(text)));
  if (!from || Number.isNaN(from.getTime()) || (at && Number.isNaN(at.getTime()))) return null;
  const targets = parseAbilityRefs(argument.slice(0, -all.length));
  const command = { verb: 'timed-switch', wanted, targets, since: from, plannedFor: at ?? null, plan } as const;
  if (days === undefined || timeZone === undefined) return { ...command, every: null };
  const recurrence = readRecurrence(days.replace('@', ' '));
  if (!recurrence || !isTimeZone(timeZone)) return null;
  return { ...command, every: { recurrence, half: half === 'end' ? 'end' : 'start', timeZone } };
}

const reverse = (wanted: 'enable' | 'disable') => (wanted === 'enable' ? 'disable' : 'enable');

/** What the current half of a recurrence does. */
export const wantedNow = ({ every, wanted }: Pick<TimedSwitch, 'every' | 'wanted'>): 'enable' | 'disable' =>
  every?.half === 'end' ? reverse(wanted) : wanted;

/**
 * True if an Ability should stay disabled until this half. False for a daily enable without an end, which implies
 * nothing about the time before it.
 */
export const keepsDisabled = (command: TimedSwitch): boolean =>
  wantedNow(command) === 'enable' && !(command.every && !command.every.recurrence.to);

export const idsLine = (ids: readonly InstalledAbilityId[]) =>
  ids.map((id) => formatAbilityRef({ by: 'installed', id })).join(', ');

/** The inverse of {@link readPlannedLine}. */
export const lineOf = (
  wanted: 'enable' | 'disable',
  ids: readonly InstalledAbilityId[],
  {
    every = null,
    plan,
    plannedFor,
    since,
  }: Pick<TimedSwitch, 'plan' | 'since'> & {
    every?: TimedSwitch['every'];
    plannedFor: Date;
  },
): string => {
  const times = `unchanged-since:${writeExact(since)} planned-for:${writeExact(plannedFor)}`;
  const line = `${wanted} ${idsLine(ids)} ${times}${plan === null ? '' : ` plan:${plan}`}`;
  if (!every) return line;
  const { half, recurrence, timeZone } = every;
  return `${line} every:${writeRecurrence(recurrence).replace(' ', '@')} half:${half} zone:${timeZone}`;
};

/**
 * What a plan does and when, as one word. It changes only when somebody changes the plan, not when a recurrence moves
 * on, after a retry, or when Abilities are removed from it.
 */
export function contentOf({
  every,
  plannedFor,
  wanted,
}: Pick<TimedSwitch, 'wanted'> & {
  plannedFor: Date;
  every: { recurrence: Recurrence; timeZone: string } | null;
}): string {
  if (!every) return `${wanted}@${writeExact(plannedFor)}`;
  return `${wanted}@${writeRecurrence(every.recurrence).replace(' ', '@')}@${every.timeZone}`;
}

/** {@link contentOf} for a saved plan; null for the end of quiet. @param at when it is due, for older lines. */
export function contentOfLine(line: string, at: Date): string | null {
  const command = readPlannedLine(line);
  return command && contentOf({ ...command, plannedFor: command.plannedFor ?? at });
}

/**
 * The command line of a *Cancel plan* button. It cancels nothing if the plan has changed since.
 * @param shown the plan's content in the message; null cancels the plan as it is.
 */
export const cancelLine = (id: string, shown: string | null): string =>
  shown === null ? `cancel ${id}` : `cancel ${id} shown:${shown}`;

/**
 * The same plan for the next half; null if there is none. Counts from the planned time, not from when this half ran, so
 * that a late run skips none.
 */
export function nextTime(command: TimedSwitch): { line: string; at: Date } | null {
  const { every, plan, wanted } = command;
  if (!every) return null;
  const half = halfAfter(every.recurrence, every.half);
  const plannedFor = (command.plannedFor ?? command.since).getTime();
  // If both halves fall into the hour that clocks skip, they are at the same moment.
  const after = new Date(half === 'end' ? plannedFor - 1 : plannedFor);
  const at = nextHalf(every.recurrence, half, after, zoneOf({ timeZone: every.timeZone }));
  if (!at) return null;
  return { line: lineOf(wanted, idsOf(command), { since: at, plannedFor: at, plan, every: { ...every, half } }), at };
}

export const idsOf = ({ targets }: TimedSwitch): InstalledAbilityId[] =>
  targets.flatMap((ref) => (ref.by === 'installed' ? [ref.id] : []));

const PLANNED = /^(enable|disable)\s+([\s\S]+)$/;

/** Reads the line of a plan; null for the end of quiet. */
export function readPlannedLine(line: string): TimedSwitch | null {
  const [, verb, rest = ''] = PLANNED.exec(line) ?? [];
  return verb === 'enable' || verb === 'disable' ? readTimedSwitch(verb, rest) : null;
}

/** A planned change of one Ability. `every`: null for a one-time change. `at`: null if quiet has no end. */
export type PlannedChange = { userId: string } & (
  | { kind: 'switch'; wanted: 'enable' | 'disable'; every: TimedSwitch['every']; at: Date }
  | { kind: 'end-quiet'; at: Date | null }
);

/** Soonest first. Never throws, because this is only extra information. */
export async function readPlannedChanges(
  id: InstalledAbilityId,
  { context: { quiets, schedules }, verbs }: Pick<Run, 'context' | 'verbs'>,
): Promise<PlannedChange[]> {
  try {
    const [planned, quiet] = await Promise.all([schedules.list(), quiets.list()]);
    const switches = planned.flatMap(({ line, plannedFor, userId }): PlannedChange[] => {
      const next = verbs.switchOfLine(line, { quiets: quiet });
      if (!next?.ids.includes(id)) return [];
      const every = readPlannedLine(line)?.every ?? null;
      return [{ kind: 'switch', wanted: next.wanted, every, at: new Date(plannedFor), userId }];
    });
    const ends = quiet
      .filter(({ items }) => items.some((item) => item.id === id && item.isDisabled))
      .map(({ endsAt, userId }): PlannedChange => {
        return { kind: 'end-quiet', at: endsAt === null ? null : new Date(endsAt), userId };
      });
    return [...switches, ...ends];
  } catch {
    return [];
  }
}
