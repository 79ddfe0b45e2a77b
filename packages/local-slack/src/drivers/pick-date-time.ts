import { ClientRefusalError } from '../client-refusal-error.ts';
import type { ElementState } from '../state/state-values.ts';

/** @param text a time in ISO 8601; nothing clears the picker. Slack's picker has no seconds. */
export function pickDateTime(text: string | undefined): ElementState & { type: 'datetimepicker' } {
  if (text === undefined || text === '') return { type: 'datetimepicker', selected_date_time: null };
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new ClientRefusalError(`“${text}” is no time, such as 2026-12-24T18:00Z.`);
  return { type: 'datetimepicker', selected_date_time: Math.floor(at / 60_000) * 60 };
}
