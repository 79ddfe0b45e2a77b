import { nextMoment, type Zone } from '../../../base/calendar.ts';
import { joinAnd } from '../../../base/join-words.ts';

interface TimeOfDay {
  hour: number;
  minute: number;
}

/** `days`: weekdays, from 1 for Monday. `to`: the end, on the next day if it is not later; null for no end. */
export interface Recurrence {
  days: readonly number[];
  from: TimeOfDay;
  to: TimeOfDay | null;
}

/** The half of a recurrence that comes next. */
export type Half = 'start' | 'end';

const SHORT_DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const FULL_DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const GROUPS: Readonly<Record<string, readonly number[]>> = {
  day: [1, 2, 3, 4, 5, 6, 7],
  weekday: [1, 2, 3, 4, 5],
  workday: [1, 2, 3, 4, 5],
  weekend: [6, 7],
};

function readDays(words: readonly string[]): number[] | null {
  const days = words.flatMap((word) => {
    const singular = word.replace(/s$/, '');
    const group = Object.hasOwn(GROUPS, singular) ? GROUPS[singular] : undefined;
    if (group) return group;
    const index = FULL_DAYS.findIndex((day) => singular.length >= 3 && day.startsWith(singular));
    return index < 0 ? [0] : [index + 1];
  });
  return days.length === 0 || days.includes(0) ? null : [...new Set(days)].sort((a, b) => a - b);
}

const CLOCK = /^(\d{1,2})(?::(\d{2}))?\s*(am|pm)?$/;

/** Reads `9:00`, `9am` or `21:30`; a bare hour only as part of a range. */
function readTime(text: string, mayBeBare: boolean): TimeOfDay | null {
  const [, hours, minutes, half] = CLOCK.exec(text.trim()) ?? [];
  if (hours === undefined || (!mayBeBare && minutes === undefined && half === undefined)) return null;
  const [hour, minute] = [Number(hours), Number(minutes ?? 0)];
  if (minute > 59) return null;
  if (half === undefined) return hour < 24 ? { hour, minute } : null;
  return hour < 1 || hour > 12 ? null : { hour: (hour % 12) + (half === 'pm' ? 12 : 0), minute };
}

/** Reads `weekday 8:00-18:00`, `Monday and Friday at 9am` or `day from 22:00 to 6:00`; null for anything else. */
export function readRecurrence(text: string): Recurrence | null {
  const read = readAnyRecurrence(text);
  return read && !isEmpty(read) ? read : null;
}

/** True for `day 8:00-8:00`, which starts and ends at the same time. */
export function isEmptyRecurrence(text: string): boolean {
  const read = readAnyRecurrence(text);
  return read !== null && isEmpty(read);
}

const isEmpty = ({ from, to }: Recurrence): boolean =>
  to !== null && to.hour === from.hour && to.minute === from.minute;

function readAnyRecurrence(text: string): Recurrence | null {
  const [, names = '', times = ''] =
    /^([a-z,\s]*?[a-z])[,\s]+(?:at\s+|from\s+)?(\d[\s\S]*)$/.exec(
      text
        .trim()
        .toLowerCase()
        .replace(/\bnoon\b/g, '12:00')
        .replace(/\bmidnight\b/g, '0:00')
        .replace(/[.!?]+$/, ''),
    ) ?? [];
  const days = readDays(names.split(/[\s,]+/).filter((word) => !/^(?:and|at|from|on)?$/.test(word)));
  const [first = '', second, ...others] = times.split(/\s*(?:-|–|\bto\b|\buntil\b)\s*/);
  if (!days || others.length > 0) return null;
  // In `8-10pm`, both times are in the evening.
  const half = /^\d{1,2}$/.test(first.trim()) ? /(am|pm)\s*$/.exec(second ?? '')?.[0] : undefined;
  const from = readTime(`${first}${half ?? ''}`, second !== undefined);
  const to = second === undefined ? null : readTime(second, true);
  if (!from || (second !== undefined && !to)) return null;
  return { days, from, to };
}

const writeTime = ({ hour, minute }: TimeOfDay) =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;

/** Writes `mon,tue 08:00-18:00`, which {@link readRecurrence} reads. */
export const writeRecurrence = ({ days, from, to }: Recurrence): string =>
  `${days.map((day) => SHORT_DAYS[day - 1]).join(',')} ${writeTime(from)}${to ? `-${writeTime(to)}` : ''}`;

/** Writes `every weekday from 8:00 to 18:00`. */
export function recurrenceWords({ days, from, to }: Recurrence): string {
  const group = Object.entries(GROUPS).find(([, all]) => all.join() === days.join())?.[0];
  const names = days.map((day) => FULL_DAYS[day - 1] ?? '').map((name) => name.charAt(0).toUpperCase() + name.slice(1));
  const time = ({ hour, minute }: TimeOfDay) => `${hour}:${String(minute).padStart(2, '0')}`;
  return `every ${group ?? joinAnd(names)} ${to ? `from ${time(from)} to ${time(to)}` : `at ${time(from)}`}`;
}

/** The next time of a half, strictly after `now`. */
export function nextHalf({ days, from, to }: Recurrence, half: Half, now: Date, zone: Zone): Date | null {
  if (half === 'end') return to && nextMoment({ day: null, ...to }, now, zone);
  const moments = days.flatMap((day) => nextMoment({ day, ...from }, now, zone) ?? []);
  return moments.sort((a, b) => a.getTime() - b.getTime())[0] ?? null;
}

export const halfAfter = ({ to }: Recurrence, half: Half): Half => (half === 'start' && to ? 'end' : 'start');

const MINUTES_OF_DAY = 24 * 60;

/** True if both apply at some time of the same day or, without an end, if they start together. */
export function overlaps(a: Recurrence, b: Recurrence): boolean {
  if (!a.days.some((day) => b.days.includes(day))) return false;
  const [[fromA, toA], [fromB, toB]] = [windowOf(a), windowOf(b)];
  return fromA === fromB || (fromA < toB && fromB < toA);
}

function windowOf({ from, to }: Recurrence): [from: number, to: number] {
  const start = from.hour * 60 + from.minute;
  const end = to ? to.hour * 60 + to.minute : start;
  return [start, to && end <= start ? end + MINUTES_OF_DAY : end];
}
