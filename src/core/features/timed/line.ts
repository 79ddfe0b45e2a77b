import type { InstalledAbilityId } from '@abilities-bot/service-api';
import { isTimeZone, zoneOf } from '../../../base/calendar.ts';
import type { Run } from '../../feature.ts';
import { type AbilityRef, formatAbilityRef, parseAbilityRefs } from '../../references.ts';
import { type Half, halfAfter, nextHalf, type Recurrence, readRecurrence, writeRecurrence } from './recurrence.ts';
import { writeExact } from './when.ts';

/** A plan when it is due: not for an Ability that somebody has switched likewise since, and back. */
export interface TimedSwitch {
  verb: 'timed-switch';
  wanted: 'enable' | 'disable';
  targets: AbilityRef[];
  since: Date;
  /** When it was to happen first; null in older lines. */
  plannedFor: Date | null;
  /** ID of the plan; null in older lines. */
  plan: string | null;
  /** If it happens again and again. `wanted` is that of its start. */
  every: { recurrence: Recurrence; half: Half; timeZone: string } | null;
}

const TIME = '(\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z)';
const EVERY = '\\s+every:([a-z,]+@[\\d:-]+)\\s+half:(start|end)\\s+zone:([\\w+/-]+)';
const SUFFIX = new RegExp(
  `\\s+unchanged-since:${TIME}(?:\\s+planned-for:${TIME})?(?:\\s+plan:([0-9a-f]{16}))?(?:${EVERY})?$`,
);

/** Reads the rest of the line of a plan; null for any other. */
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

/** What this half does. */
export const wantedNow = ({ every, wanted }: Pick<TimedSwitch, 'every' | 'wanted'>): 'enable' | 'disable' =>
  every?.half === 'end' ? reverse(wanted) : wanted;

/** Whether an Ability stays disabled until this half. What is enabled every morning without an end says nothing about before. */
export const keepsDisabled = (command: TimedSwitch): boolean =>
  wantedNow(command) === 'enable' && !(command.every && !command.every.recurrence.to);

export const idsLine = (ids: readonly InstalledAbilityId[]) =>
  ids.map((id) => formatAbilityRef({ by: 'installed', id })).join(', ');

/** The inverse. */
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
 * What a plan does and when, in one word. It stays the same until somebody changes the plan: a recurrence that goes on,
 * a retry and a plan with fewer Abilities keep it.
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

/** The same for a saved plan. Null for the end of quiet. @param at when it is due, for older lines. */
export function contentOfLine(line: string, at: Date): string | null {
  const command = readPlannedLine(line);
  return command && contentOf({ ...command, plannedFor: command.plannedFor ?? at });
}

/** The line of a button that cancels a plan, but not one that has changed since. @param shown what the message says. */
export const cancelLine = (id: string, shown: string | null): string =>
  shown === null ? `cancel ${id}` : `cancel ${id} shown:${shown}`;

/**
 * The same plan for the next half, counted from when this half was planned and not from when it ran, so that a late half
 * skips none. Null if there is none.
 */
export function nextTime(command: TimedSwitch): { line: string; at: Date } | null {
  const { every, plan, wanted } = command;
  if (!every) return null;
  const half = halfAfter(every.recurrence, every.half);
  const plannedFor = (command.plannedFor ?? command.since).getTime();
  // Both halves may fall into the hour that clocks skip, and on the same moment then.
  const after = new Date(half === 'end' ? plannedFor - 1 : plannedFor);
  const at = nextHalf(every.recurrence, half, after, zoneOf({ timeZone: every.timeZone }));
  if (!at) return null;
  return { line: lineOf(wanted, idsOf(command), { since: at, plannedFor: at, plan, every: { ...every, half } }), at };
}

export const idsOf = ({ targets }: TimedSwitch): InstalledAbilityId[] =>
  targets.flatMap((ref) => (ref.by === 'installed' ? [ref.id] : []));

const PLANNED = /^(enable|disable)\s+([\s\S]+)$/;

/** The line of a plan; null for the end of quiet. */
export function readPlannedLine(line: string): TimedSwitch | null {
  const [, verb, rest = ''] = PLANNED.exec(line) ?? [];
  return verb === 'enable' || verb === 'disable' ? readTimedSwitch(verb, rest) : null;
}

/** What is planned for one Ability. `at`: null until someone resumes. */
export interface Coming {
  what: 'enable' | 'disable' | 'resume';
  at: Date | null;
  userId: string;
}

/** Soonest first. Never throws, since it is only extra information. */
export async function readComing(
  id: InstalledAbilityId,
  { context: { quiets, schedules }, verbs }: Pick<Run, 'context' | 'verbs'>,
): Promise<Coming[]> {
  try {
    const [planned, quiet] = await Promise.all([schedules.list(), quiets.list()]);
    const switches = planned.flatMap(({ line, plannedFor, userId }): Coming[] => {
      const coming = verbs.switchOfLine(line, { quiets: quiet });
      return coming?.ids.includes(id) ? [{ what: coming.wanted, at: new Date(plannedFor), userId }] : [];
    });
    const ends = quiet
      .filter(({ items }) => items.some((item) => item.id === id && item.isDisabled))
      .map(({ endsAt, userId }): Coming => ({ what: 'resume', at: endsAt === null ? null : new Date(endsAt), userId }));
    return [...switches, ...ends];
  } catch {
    return [];
  }
}
