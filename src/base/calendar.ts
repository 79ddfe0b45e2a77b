import { DateTime, FixedOffsetZone, IANAZone, type Zone } from 'luxon';

export type { Zone } from 'luxon';

export const UTC: Zone = FixedOffsetZone.utcInstance;

/** True if Node's time zone data has this name, such as `Europe/Berlin`. */
export const isTimeZone = (name: string): boolean => IANAZone.isValidZone(name);

/** As shown to people. Slack reports `Etc/UTC`, which nobody says. */
export const zoneName = (timeZone: string): string => (timeZone === 'Etc/UTC' ? 'UTC' : timeZone);

/**
 * A person's time zone: by name, or else by current offset, or else UTC.
 * @param utcOffset in seconds east of UTC.
 */
export function zoneOf({ timeZone, utcOffset = 0 }: { timeZone?: string; utcOffset?: number }): Zone {
  return timeZone === undefined ? FixedOffsetZone.instance(Math.round(utcOffset / 60)) : IANAZone.create(timeZone);
}

/** `2025-01-31T23:30:00+01:00`, with the zone's offset at that time. */
export const isoIn = (zone: Zone, at: Date): string =>
  DateTime.fromJSDate(at, { zone }).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ", { locale: 'en' });

/** The date in this zone, as `2025-01-31`. */
export const dayOf = (at: Date, zone: Zone): string =>
  DateTime.fromJSDate(at, { zone }).toFormat('yyyy-MM-dd', { locale: 'en' });

const NAMED_DAYS: ReadonlyMap<string, number> = new Map([
  ['today', 0],
  ['yesterday', -1],
]);

/**
 * The start of a day in this zone. Null if the text is neither `today`, `yesterday` nor an existing date such as
 * `2025-01-31`.
 * @param later days to add.
 */
export function startOfDay(day: string, now: Date, zone: Zone, later = 0): Date | null {
  const named = NAMED_DAYS.get(day.toLowerCase());
  const found =
    named === undefined
      ? DateTime.fromFormat(day, 'yyyy-MM-dd', { zone, locale: 'en', numberingSystem: 'latn' })
      : DateTime.fromJSDate(now, { zone }).plus({ days: named });
  const isWhole = named !== undefined || /^\d{4}-\d{2}-\d{2}$/.test(day);
  return isWhole && found.isValid ? found.plus({ days: later }).startOf('day').toJSDate() : null;
}

/** False for `2025-02-30`. */
export const isExistingDate = (date: string): boolean =>
  DateTime.fromFormat(date, 'yyyy-MM-dd', { locale: 'en', numberingSystem: 'latn' }).isValid;

/** A time of day, and its day: `today`, `tomorrow`, a weekday from 1 for Monday, or a date; null for the next time. */
export interface ClockTime {
  day: 'today' | 'tomorrow' | number | `${number}-${number}-${number}` | null;
  hour: number;
  minute: number;
}

/**
 * The next moment at which clocks in this zone show this time. If a time occurs twice because clocks are set back, the
 * first one counts; if it is skipped, the moment is the same number of minutes after the change.
 * @returns null if the time has passed, or if there is no such date.
 */
export function nextMoment({ day, hour, minute }: ClockTime, now: Date, zone: Zone): Date | null {
  const today = DateTime.fromJSDate(now, { zone }).startOf('day');
  const on = (start: DateTime): Date | null => {
    const [first] = start.set({ hour, minute }).getPossibleOffsets();
    const at = first?.isValid ? first.toJSDate() : null;
    return at && at > now ? at : null;
  };
  if (day === 'today') return on(today);
  if (day === 'tomorrow') return on(today.plus({ days: 1 }));
  if (typeof day === 'string') {
    const date = DateTime.fromFormat(day, 'yyyy-MM-dd', { zone, locale: 'en', numberingSystem: 'latn' });
    return date.isValid ? on(date) : null;
  }
  const wanted = (start: DateTime) => day === null || start.weekday === day;
  const days = Array.from({ length: 9 }, (_, later) => today.plus({ days: later })).filter(wanted);
  return days.map(on).find((at) => at !== null) ?? null;
}
