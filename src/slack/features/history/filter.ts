import type { types } from '@slack/bolt';
import * as z from 'zod';
import {
  ALL_HISTORY,
  boundsWords,
  formatHistoryQuery,
  type HistoryQuery,
  readHistoryQuery,
} from '../../../core/history-query.ts';
import { OUTCOMES } from '../../../store/audit-record.ts';
import { capital, countOf, cut, foreign, plain } from '../../blocks/kit.ts';
import { person } from '../../blocks/mentions.ts';
import { choiceInput, formModal } from '../../blocks/modals.ts';
import { encodeMetadata, type Origin } from '../../modal-metadata.ts';
import { Choice, type Forms, fieldOf, textOf } from '../../payloads/form-values.ts';
import type { View } from '../../payloads/payloads.ts';
import { OUTCOME_WORDS } from './entries.ts';

const FIELDS = { name: 'name', person: 'person', outcome: 'outcome', since: 'since' } as const;

/** Selected when there is no filter. */
const ANY = 'any';

/** Short, because each button of a page contains the page's command line. */
const MAX_NAME = 50;

const PERIODS = ['24h', '7d', '30d'] as const;

const RESULTS = {
  done: 'Done',
  refused: 'Refused',
  failed: 'Failed',
  unchanged: 'No change',
  unconfirmed: 'Not confirmed',
} as const satisfies Record<(typeof OUTCOMES)[number], string>;

/** Preset with the current filter. If the period was typed, it is offered in addition to the usual ones. */
export function filterModal({ bounds, name, outcome, since, userId }: HistoryQuery, origin: Origin): types.ModalView {
  const limits = boundsWords(bounds);
  const period = [...(since === null ? [] : [limits.length > 0 ? `since:${since}` : since]), ...limits].join(' ');
  const periods = [...new Set([...PERIODS, ...(period === '' ? [] : [period])])];
  return formModal({
    title: 'Filter the audit log',
    submit: 'Filter',
    callbackId: 'history-filter',
    metadata: encodeMetadata({ form: 'history-filter', origin }),
    blocks: [
      {
        type: 'input',
        block_id: FIELDS.name,
        optional: true,
        label: plain('Ability or Agent'),
        hint: plain('Part of the name is enough.'),
        element: {
          type: 'plain_text_input',
          action_id: FIELDS.name,
          max_length: MAX_NAME,
          focus_on_load: true,
          initial_value: name === '' ? undefined : cut(name, MAX_NAME),
        },
      },
      {
        type: 'input',
        block_id: FIELDS.person,
        optional: true,
        label: plain('Person'),
        element: {
          type: 'users_select',
          action_id: FIELDS.person,
          initial_user: userId === null || userId === 'me' ? undefined : userId,
        },
      },
      choiceInput(FIELDS.outcome, 'Result', outcome ?? ANY, [
        [ANY, 'Any result'],
        ...OUTCOMES.map((one) => [one, RESULTS[one]] as const),
      ]),
      choiceInput(FIELDS.since, 'Period', period || ANY, [
        [ANY, 'Any time'],
        ...periods.map((one) => [one, capitalSince(one)] as const),
      ]),
    ],
  });
}

const UNITS: Record<string, string> = { m: 'minute', h: 'hour', d: 'day', w: 'week' };

/** `last 7 days`, `since 2025-01-31`. */
function sinceWords(since: string): string {
  const [, count, unit = ''] = /^(\d+)([mhdw])$/.exec(since) ?? [];
  return count === undefined ? `since ${since}` : `last ${countOf(Number(count), UNITS[unit] ?? '')}`;
}

export const countEntries = (count: number) => (count === 1 ? '1 entry' : `${count} entries`);

/**
 * ` · “Weather” · by @ana · last 7 days`; empty without a filter.
 * @param me the person who asked, as the readers know them.
 */
export function filterWords({ bounds, name, outcome, ref, since, userId }: HistoryQuery, me = 'you'): string {
  const parts = [
    name === '' ? '' : `“${foreign(name, 60)}”`,
    userId === null ? '' : `by ${userId === 'me' ? me : person(userId)}`,
    since === null ? '' : sinceWords(since),
    ...boundsWords(bounds).map((one) => one.replace(':', ' ')),
    outcome === null ? '' : OUTCOME_WORDS[outcome],
    ref === null ? '' : `ref ${ref}`,
  ].filter((part) => part !== '');
  return parts.map((part) => ` · ${part}`).join('');
}

/** @param period `7d`, or filters such as `since:7d before:today`. */
const capitalSince = (period: string) =>
  capital(period.includes(':') ? period.replaceAll(':', ' ') : sinceWords(period));

const Person = z.object({ selected_user: z.string().nullish() });

/** Starts at the first page and ignores unknown choices. */
function readFilter(view: View): HistoryQuery {
  const chosen = (block: string) => fieldOf(Choice, view, block, block)?.selected_option?.value;
  const period = chosen(FIELDS.since) ?? ANY;
  const read = readHistoryQuery(period.includes(':') ? period : `since:${period}`);
  return {
    ...ALL_HISTORY,
    name: textOf(view, FIELDS.name),
    userId: fieldOf(Person, view, FIELDS.person, FIELDS.person)?.selected_user ?? null,
    outcome: OUTCOMES.find((outcome) => outcome === chosen(FIELDS.outcome)) ?? null,
    since: read.ok ? read.query.since : null,
    bounds: read.ok && read.query.bounds ? read.query.bounds : undefined,
  };
}

export const historyForms: Forms<'history-filter'> = {
  'history-filter': {
    verb: 'history',
    submit: ({ payload }) => {
      const query = readFilter(payload.view);
      return { command: { verb: 'history', query }, more: { line: formatHistoryQuery(query) } };
    },
    isOfAnyAccount: true,
  },
};
