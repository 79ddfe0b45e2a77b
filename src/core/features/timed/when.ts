import { type ClockTime, isExistingDate } from '../../../base/calendar.ts';
import { MAX_DURATION_MS, MIN_DURATION_MS, readAnyDuration, readDuration } from '../../duration.ts';
import { isEmptyRecurrence, type Recurrence, readRecurrence } from './recurrence.ts';

/**
 * `for`: now, and back after that many milliseconds. `until`: now, and back at that time. `in`: after that many
 * milliseconds. `at`: at that time.
 * A time without a zone is in the time zone of the person who asks.
 */
export type When =
  | { kind: 'for' | 'in'; ms: number }
  | { kind: 'until' | 'at'; time: ClockTime | { exact: Date } }
  /** Recurring. */
  | { kind: 'every'; recurrence: Recurrence };

/** A line with a time at its end. */
interface Timed {
  /** The text before the time. */
  rest: string;
  when: When;
}

const SUFFIX =
  /^([\s\S]*?\S)\s+(for|until|till|at|on|in|every|each|today|tonight|tomorrow|(?:next\s+)?(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday))\s+(\S[\s\S]*)$/i;

/** Reads `News until 9:00`; null if the text doesn't end with a time. Names may contain the same words. */
export function readTimed(argument: string): Timed | null {
  // Finds the shortest rest that leaves a valid time, as in `Look at me at 9:00`.
  for (let from = 0; ; ) {
    const [, rest, word, text] = SUFFIX.exec(argument.slice(from)) ?? [];
    if (rest === undefined || word === undefined || text === undefined) return null;
    const when = readWhen(word.toLowerCase(), text);
    if (when) return { rest: argument.slice(0, from) + rest, when };
    from += rest.length;
  }
}

function readWhen(word: string, text: string): When | null {
  if (word === 'every' || word === 'each') {
    const recurrence = readRecurrence(text);
    return recurrence && { kind: 'every', recurrence };
  }
  if (word === 'for' || word === 'in') {
    const ms = readDuration(text);
    return ms === null ? null : { kind: word, ms };
  }
  if (!PREPOSITIONS.has(word)) return readWhen('at', `${word} ${text}`);
  const exact = readExact(text);
  const time = exact ? { exact } : (readClockTime(text) ?? readBareHour(word, text));
  return time && { kind: word === 'at' || word === 'on' ? 'at' : 'until', time };
}

/** All other words before a time are part of it. */
const PREPOSITIONS: ReadonlySet<string> = new Set(['until', 'till', 'at', 'on']);

const EXACT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?Z$/;

/** Reads a moment in UTC, the format in button values. */
function readExact(text: string): Date | null {
  const at = EXACT.test(text.trim()) ? new Date(text.trim()) : null;
  return at && !Number.isNaN(at.getTime()) ? at : null;
}

/** The inverse of {@link readExact}. */
export const writeExact = (at: Date): string => at.toISOString().replace(/\.\d{3}Z$/, 'Z');

const FILLERS: ReadonlySet<string> = new Set(['at', 'on', 'next', 'this']);

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const NAMED_TIMES: Readonly<Record<string, { hour: number; minute: number }>> = {
  midnight: { hour: 0, minute: 0 },
  noon: { hour: 12, minute: 0 },
};

/** Reads the hour in `until 9`. Needs the preposition, because a bare number may be part of a name. */
function readBareHour(word: string, text: string): ClockTime | null {
  const hour = word === 'on' ? undefined : /^(\d{1,2})[.?!]*$/.exec(text.trim())?.[1];
  return hour === undefined ? null : readClockTime(`${hour}:00`);
}

/** Reads `9:00`, `9am`, `18:30 tomorrow`, `next Monday at 9:00` or `2026-12-24 18:00`; null for anything else. */
export function readClockTime(text: string): ClockTime | null {
  const words = text
    .trim()
    .toLowerCase()
    .replace(/\b([ap])\.m\.?/, '$1m')
    .replace(/[.,!?]+$/, '')
    .replace(/(\d)\s+(am|pm)\b/, '$1$2')
    .split(/[\s,]+/)
    .filter((word) => !FILLERS.has(word));
  const [first, second, ...others] = words;
  if (first === undefined || others.length > 0) return null;
  if (second === undefined) {
    const time = readTimeOfDay(first);
    return time && { day: null, ...time };
  }
  const [dayWord, timeWord] = readDay(first) === null ? [second, first] : [first, second];
  const day = readDay(dayWord);
  const time = dayWord === 'tonight' ? readTonight(timeWord) : readTimeOfDay(timeWord);
  return day !== null && time ? { day, ...time } : null;
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const isDate = (word: string): word is `${number}-${number}-${number}` => DATE.test(word) && isExistingDate(word);

function readDay(word: string): ClockTime['day'] {
  if (word === 'today' || word === 'tomorrow') return word;
  if (word === 'tonight') return 'today';
  if (isDate(word)) return word;
  const index = word.length < 3 ? -1 : WEEKDAYS.findIndex((day) => day.startsWith(word));
  return index < 0 ? null : index + 1;
}

const TIME = /^(\d{1,2})(?::(\d{2}))?(am|pm)?$/;

/** In `tonight at 8:00`, the hour is in the evening. Null for a time after midnight, which would be on another day. */
function readTonight(word: string): { hour: number; minute: number } | null {
  const time = readTimeOfDay(word);
  if (!time || time.hour >= 12) return time;
  return time.hour < 5 || /[ap]m$/.test(word) ? null : { ...time, hour: time.hour + 12 };
}

function readTimeOfDay(word: string): { hour: number; minute: number } | null {
  const named = Object.hasOwn(NAMED_TIMES, word) ? NAMED_TIMES[word] : undefined;
  if (named) return named;
  const [, hours, minutes, half] = TIME.exec(word) ?? [];
  if (hours === undefined || (minutes === undefined && half === undefined)) return null;
  const [hour, minute] = [Number(hours), Number(minutes ?? 0)];
  if (minute > 59) return null;
  if (half === undefined) return hour < 24 ? { hour, minute } : null;
  if (hour < 1 || hour > 12) return null;
  return { hour: (hour % 12) + (half === 'pm' ? 12 : 0), minute };
}

const TIME_LIKE =
  /^(?:\d|half\b|an?\s+(?:minute|hour|day|week|half)\b|noon\b|midnight\b|today\b|tonight\b|tomorrow\b|next\s|monday\b|tuesday\b|wednesday\b|thursday\b|friday\b|saturday\b|sunday\b)/i;
const UNREADABLE = /(?:^|\s)(for|until|till|at|(?<=\s)(?:on|in|every|each))\s+(\S[\s\S]*)$/i;
/** Doesn't match `USA Today` and `The Tonight Show`, which are names. */
const DAY_WORDS =
  /\s((?:tonight|tomorrow)|(?:today|tonight|tomorrow)\s+(?:\d|at\b|early\b|morning\b|noon\b|midday\b|afternoon\b|evening\b|night\b)[\s\S]*)$/i;

/** Reads a time on its own: `until 18:00`, `for 2h`, or `18:00`, which means until then; null for anything else. */
export const readWhenAlone = (text: string): When | null =>
  ['', 'until ', 'for '].flatMap((word) => readTimed(`: ${word}${text}`) ?? []).find(({ rest }) => rest === ':')
    ?.when ?? null;

/**
 * Finds text at the end of a name that looks like a time but is invalid; null if there is none. A quoted name is always
 * a name.
 */
export function findBadTime(name: string): string | null {
  const [, word, text] = UNREADABLE.exec(name) ?? [];
  if (word === undefined || text === undefined) return DAY_WORDS.exec(name)?.[1] ?? null;
  const given = `${word} ${text}`;
  if (TIME_LIKE.test(text) || whyBadTime(given) !== 'unreadable') return given;
  return findBadTime(` ${text}`);
}

/** `too-long` and `too-short`: a duration out of range. `same-times`: a recurrence that ends when it starts. */
export type BadTime = 'unreadable' | 'too-long' | 'too-short' | 'same-times';

/** Why `for 31d`, `31d` or `every day 8:00-8:00` isn't a time. */
export function whyBadTime(text: string): BadTime {
  const [, word = 'for', rest = ''] = /^(?:(for|in|every|each)\s+)?(\S[\s\S]*)$/i.exec(text.trim()) ?? [];
  if (/^e/i.test(word)) return isEmptyRecurrence(rest) ? 'same-times' : 'unreadable';
  const ms = readAnyDuration(rest);
  if (ms === null) return 'unreadable';
  return ms > MAX_DURATION_MS ? 'too-long' : ms < MIN_DURATION_MS ? 'too-short' : 'unreadable';
}
