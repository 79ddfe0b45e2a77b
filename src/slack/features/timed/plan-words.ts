import { zoneName } from '../../../base/calendar.ts';
import { recurrenceWords } from '../../../core/features/timed/recurrence.ts';
import type { TimedPlan } from '../../../core/features/timed/timed.ts';

export const REVERSE = { enable: 'disable', disable: 'enable' } as const;

/** `every weekday from 8:00 to 18:00 (Europe/Berlin)` */
export const everyWords = ({ recurrence, timeZone }: NonNullable<TimedPlan['every']>): string =>
  `${recurrenceWords(recurrence)} (${zoneName(timeZone)})`;

export const isAlready = ({ items, wanted }: TimedPlan): boolean =>
  items.every(({ enabled }) => enabled === (wanted === 'enable'));
