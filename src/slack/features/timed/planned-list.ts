import type { types } from '@slack/bolt';
import { cancelLine, contentOfLine } from '../../../core/features/timed/line.ts';
import type { PlannedRow, SwitchVerb, TimedOutcome } from '../../../core/features/timed/timed.ts';
import { someNames } from '../../blocks/ability.ts';
import { actions, allAbilities, button } from '../../blocks/buttons.ts';
import { bold, capital, day, type MessageAnswer, section, toFallback } from '../../blocks/kit.ts';
import { person } from '../../blocks/mentions.ts';
import type { ViewContext } from '../../feature.ts';
import { everyWords, REVERSE } from './plan-words.ts';

type Scheduled = Extract<TimedOutcome, { kind: 'scheduled' }>;

export function whatWords({ what }: PlannedRow): string {
  switch (what.kind) {
    case 'switch':
      return `${capital(what.wanted)} ${someNames(what.items)}${recurringWords(what)}`;
    case 'end-quiet':
      return `End quiet${what.agent === null ? '' : ` on ${bold(what.agent)}`}`;
  }
}

/** The hours run from the start to the end, so the row of an end names the state during these hours. */
const recurringWords = ({ every, wanted }: Extract<PlannedRow['what'], { kind: 'switch' }>): string => {
  if (!every) return '';
  return every.half === 'end' ? ` · ${REVERSE[wanted]}d ${everyWords(every)}` : ` ${everyWords(every)}`;
};

export const isRecurring = ({ what }: PlannedRow): boolean => what.kind === 'switch' && Boolean(what.every);

export const rowWords = (row: PlannedRow): string => `${day(row.at)} · ${whatWords(row)} · ${person(row.userId)}`;

/** Says what a cancellation prevents; empty for the start of a recurring plan. */
export const staysWords = ({ what }: PlannedRow): string =>
  what.kind === 'switch' && what.every?.half !== 'start'
    ? ` ${what.items.length === 1 ? 'It' : 'They'} won't be ${what.wanted}d automatically.`
    : '';

/** `redraw`: undefined if the message shows only this plan. */
export function changeButtons(row: PlannedRow, wanted: SwitchVerb, redraw?: string): types.Button[] {
  const { at, id, line } = row;
  const name = toFallback(whatWords(row));
  return [
    button('Change…', { do: `${wanted} plan:${id} later:`, asks: true }, `Change: ${name}`),
    button('Cancel plan', { do: cancelLine(id, contentOfLine(line, at)), redraw }, `Cancel plan: ${name}`),
  ];
}

/** The end of quiet can't be canceled, because quiet would never end. Instead, quiet can be ended now. */
function rowButtons({ id, what, ...row }: PlannedRow, redraw: string): types.ActionsBlock[] {
  const name = toFallback(whatWords({ id, what, ...row }));
  if (what.kind === 'end-quiet') return actions(button('Resume', { do: `resume ${id}`, redraw }, name));
  const plan = `${what.wanted} plan:${id}`;
  const now = `${capital(what.wanted)} now`;
  return actions(
    ...changeButtons({ id, what, ...row }, what.wanted, redraw),
    button(now, { do: plan, redraw }, `${now}: ${toFallback(someNames(what.items))}`),
  );
}

/** Each row takes two of a message's 50 blocks. All rows have to fit into 13,000 characters. */
const ROWS_PER_PAGE = 8;

export function plannedList({ page: asked, rows }: Scheduled, { notice }: ViewContext): MessageAnswer {
  const pages = Math.max(1, Math.ceil(rows.length / ROWS_PER_PAGE));
  const page = Math.min(asked, pages);
  const redraw = page === 1 ? 'scheduled' : `scheduled ${page}`;
  const shown = rows.slice((page - 1) * ROWS_PER_PAGE, page * ROWS_PER_PAGE);
  const head =
    rows.length === 0
      ? 'Nothing is planned. Try `/abilities disable News until 9:00`.'
      : `*Planned changes*${pages > 1 ? ` · page ${page} of ${pages}` : ''}`;
  const lines = shown.map(rowWords);
  return {
    surface: 'message',
    title: 'Planned changes',
    replaces: true,
    text: toFallback([notice, head, ...lines].filter((line) => line !== null).join('\n')),
    blocks: [
      ...(notice === null ? [] : [section(notice)]),
      section(head),
      ...shown.flatMap((row, index) => [section(lines[index] ?? ''), ...rowButtons(row, redraw)]),
      ...actions(
        page > 1 ? button('‹ Previous', { do: `scheduled ${page - 1}` }) : null,
        page < pages ? button('Next ›', { do: `scheduled ${page + 1}` }) : null,
        // The form asks for the time.
        rows.length === 0 ? button('Plan a change…', { do: 'disable', asks: true }) : null,
        allAbilities(),
      ),
    ],
  };
}
