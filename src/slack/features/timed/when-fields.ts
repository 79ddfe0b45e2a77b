import type { types } from '@slack/bolt';
import * as z from 'zod';
import type { Requester } from '../../../core/access.ts';
import { momentOf } from '../../../core/features/timed/plan.ts';
import { type BadTime, readWhenAlone, type When, whyBadTime } from '../../../core/features/timed/when.ts';
import { plain } from '../../blocks/kit.ts';
import { choiceInput } from '../../blocks/modals.ts';
import { Choice, type FieldErrors, fieldOf, textOf } from '../../payloads/form-values.ts';
import type { View } from '../../payloads/payloads.ts';

const FIELDS = { typed: 'when', picked: 'picked', use: 'picked-use' };
const EXAMPLES = 'until tomorrow at 9:00 · for 2h · tomorrow at 9:00 · every weekday 8:00-18:00';

const Picked = z.object({ selected_date_time: z.number().nullish() });

/** The time picked in a `datetimepicker`. @param id of both the block and the action. */
export function pickedTime(view: View, id: string): Date | null {
  const seconds = fieldOf(Picked, view, id, id)?.selected_date_time ?? null;
  return seconds === null ? null : new Date(seconds * 1000);
}

interface WhenFields {
  hint?: string;
  isFirst?: true;
  typed?: string;
}

/**
 * A time typed as in a command, because no picker offers “every weekday”, or a picked time, which Slack shows in the
 * person's time zone.
 * @param isFirst true if the first field gets the focus.
 * @param typed the initial text.
 */
export const whenFields = ({ hint = '', isFirst, typed }: WhenFields): types.KnownBlock[] => [
  {
    type: 'input',
    block_id: FIELDS.typed,
    optional: true,
    label: plain('When?'),
    hint: plain(`${hint}Examples: ${EXAMPLES}`, 2000),
    element: {
      type: 'plain_text_input',
      action_id: FIELDS.typed,
      max_length: 100,
      placeholder: plain('until tomorrow at 9:00'),
      focus_on_load: isFirst,
      ...(typed === undefined ? {} : { initial_value: typed }),
    },
  },
  {
    type: 'input',
    block_id: FIELDS.picked,
    optional: true,
    label: plain('Or pick a date and time'),
    element: { type: 'datetimepicker', action_id: FIELDS.picked },
  },
  choiceInput(FIELDS.use, 'At the picked time', 'at', [
    ['at', 'Make the change'],
    ['until', 'Revert a change made now'],
  ]),
];

const BAD_TIMES: Record<BadTime, string> = {
  unreadable: `I can't read this as a time. Examples: ${EXAMPLES}`,
  'too-long': 'A duration can be at most 30 days. To plan further ahead, give a date.',
  'too-short': 'A duration must be at least one minute.',
  'same-times': 'The start and end are the same.',
};

const NO_MOMENT = {
  'time-passed': 'That time has passed.',
  'time-too-far': 'That time is more than a year away.',
} as const;

type ReadWhen = { ok: true; when: When | null } | { ok: false; errors: FieldErrors };

/**
 * `when` is null if neither field is filled in.
 * @param now by the workspace's clock.
 * @param filledIn the initial text, which a picked time replaces. `at`: the time that this text meant originally.
 */
export function readWhenFields(
  view: View,
  { now, requester }: { now: Date; requester: Requester },
  filledIn?: { text: string; at?: string },
): ReadWhen {
  const typed = textOf(view, FIELDS.typed);
  const picked = pickedTime(view, FIELDS.picked);
  const refuse = (sentence: string, field = FIELDS.typed): ReadWhen => ({ ok: false, errors: { [field]: sentence } });
  const check = (when: When, field: string): ReadWhen => {
    const at = momentOf(when, now, requester);
    return at instanceof Date ? { ok: true, when } : refuse(NO_MOMENT[at], field);
  };
  if (typed !== '' && typed !== filledIn?.text && picked !== null) {
    return refuse('You typed a time and also picked one. Clear one of them.');
  }
  if (picked !== null) {
    const use = fieldOf(Choice, view, FIELDS.use, FIELDS.use)?.selected_option?.value;
    return check({ kind: use === 'until' ? 'until' : 'at', time: { exact: picked } }, FIELDS.picked);
  }
  if (typed === '') return { ok: true, when: null };
  if (filledIn?.at !== undefined && typed === filledIn.text) {
    return check({ kind: 'at', time: { exact: new Date(filledIn.at) } }, FIELDS.typed);
  }
  const when = readWhenAlone(typed);
  return when ? check(when, FIELDS.typed) : refuse(BAD_TIMES[whyBadTime(typed)]);
}

export const noTime = (): FieldErrors => ({ [FIELDS.typed]: 'Type or pick a time.' });
