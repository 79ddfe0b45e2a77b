import type { types } from '@slack/bolt';
import { dayOf, zoneOf } from '../../../base/calendar.ts';
import type { Access } from '../../../core/access.ts';
import { filterLine, type HistoryEntry } from '../../../core/features/history.ts';
import type { HistoryQuery } from '../../../core/history-query.ts';
import { ALL_HISTORY, formatHistoryQuery } from '../../../core/history-query.ts';
import type { Outcome } from '../../../core/outcome.ts';
import { actions, button, shareButton } from '../../blocks/buttons.ts';
import { aboveNotice, charactersOf, MAX_CHARACTERS } from '../../blocks/fit.ts';
import { context, countOf, type MessageAnswer, plain, section, toFallback } from '../../blocks/kit.ts';
import { person } from '../../blocks/mentions.ts';
import { encodeButton } from '../../button-value.ts';
import type { DrawContext, SlackFeature } from '../../feature.ts';
import {
  entryLine,
  foldedLine,
  isDone,
  isSaidByItsQuiet,
  isSaidByItsUpload,
  type Shown,
  type Width,
} from './entries.ts';
import { countEntries, filterModal, filterWords, historyForms } from './filter.ts';

type History = Extract<Outcome, { kind: 'history' }>;

interface Around extends DrawContext {
  wording: Shown['wording'];
}

const WIDE: Width = { names: 200, words: 150, why: 200 };

const NARROW: Width = { names: 80, words: 50, why: 60 };

/** One page of the audit log, with as much detail as fits into a message. */
function historyMessage(history: History, around: Around): MessageAnswer {
  const wide = drawHistory(history, around, WIDE);
  return charactersOf(wide.blocks) <= MAX_CHARACTERS ? wide : drawHistory(history, around, NARROW);
}

function drawHistory({ entries, pages, query, total }: History, around: Around, width: Width): MessageAnswer {
  const [first] = entries;
  const { from: _from, ...asked } = query;
  const pinned = first ? { ...asked, from: first.record.id } : asked;
  // After an undo, the page keeps its rows: the new entry would shift them, and a second click would hit the wrong row.
  const sameRows = formatHistoryQuery(pinned);
  const reading = { reader: around.canShare ? around.requester.userId : null, wording: around.wording };
  const shown = eventsOf(entries, query);
  const ofDays = days(shown, around.requester.access).map(({ date, entries: ofDay }) => ({
    ofDay,
    heading: { line: `*${date}*`, block: section(`*${date}*`) },
    events: rowsOf(ofDay, pinned, width, reading),
  }));
  const rows = ofDays.flatMap(({ events, heading }) => [heading, ...events]);
  const head = `*Audit log*${filterWords(query, around.canShare ? 'you' : person(around.requester.userId))}`;
  // On a single page, the total must match the entries shown, because a reader can count them.
  const isWhole = pages === 1;
  const count = total - (isWhole ? entries.length - shown.length : 0);
  const isFolded = isWhole && ofDays.some(({ events, ofDay }) => events.length < ofDay.length);
  const inRows = isFolded ? ` in ${countOf(rows.length - ofDays.length, 'row')}` : '';
  const foot = total === 0 ? nothing(query) : `${position(query, pages, count)}${inRows}`;
  return {
    surface: 'message',
    title: 'Audit log',
    replaces: true,
    text: toFallback(
      [around.notice, head, ...rows.map(({ line }) => line), foot].filter((part) => part !== null).join('\n'),
    ),
    blocks: aboveNotice(
      around,
      [section(head), ...rows.map(({ block }) => block)],
      [context(foot), ...footButtons(asked, sameRows, pages, around.canShare)],
    ),
    again: sameRows,
  };
}

/** Omits an entry if another one has its result, unless the query asks for details or every attempt. */
function eventsOf(entries: readonly HistoryEntry[], query: HistoryQuery): readonly HistoryEntry[] {
  if (query.with !== undefined) return entries;
  const records = entries.map(({ record }) => record);
  return entries.filter(({ record }) => !isSaidByItsUpload(record, records) && !isSaidByItsQuiet(record, records));
}

const position = ({ page }: HistoryQuery, pages: number, total: number) =>
  pages === 1 ? countEntries(total) : `${countEntries(total)} · page ${page} of ${pages}`;

const nothing = (query: HistoryQuery) =>
  isFiltered(query) ? 'No entries match.' : 'No changes yet. Changes and refused attempts appear here.';

type Reading = Pick<Shown, 'reader' | 'wording'>;

interface Row {
  line: string;
  block: types.SectionBlock;
}

/** Groups the entries by day in the requester's time zone, in the order of the page. */
function days(entries: readonly HistoryEntry[], access: Access) {
  const zone = zoneOf(access.known ? access : {});
  const found: { day: string; date: string; entries: HistoryEntry[] }[] = [];
  for (const entry of entries) {
    const { at } = entry.record;
    const day = dayOf(at, zone);
    const last = found.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else found.push({ day, date: dateOf(at, day), entries: [entry] });
  }
  return found;
}

/** Slack shows “Today” and “Yesterday” where they apply. */
const dateOf = (at: Date, day: string) => `<!date^${Math.floor(at.getTime() / 1000)}^{date_long_pretty}|${day}>`;

/** Consecutive attempts that changed nothing share a row, unless the query asks for details or every attempt. */
function rowsOf(entries: readonly HistoryEntry[], query: HistoryQuery, width: Width, reading: Reading): Row[] {
  const groups: HistoryEntry[][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    const [head] = last ?? [];
    const joins = query.with === undefined && head && !isDone(head.record) && !isDone(entry.record);
    if (last && joins) last.push(entry);
    else groups.push([entry]);
  }
  return groups.flatMap((group): Row[] => {
    const [entry] = group;
    if (entry && group.length === 1) return [entryRow(entry, query, width, reading)];
    const line = foldedLine(
      group.map(({ record }) => record),
      reading.reader,
    );
    const show = button(
      'Show',
      { do: formatHistoryQuery({ ...query, with: 'attempts' }) },
      `Show ${group.length} entries`,
    );
    return [{ line, block: { ...section(line), accessory: show } }];
  });
}

function entryRow(entry: HistoryEntry, query: HistoryQuery, width: Width, reading: Reading): Row {
  const { isRedo, record, undo } = entry;
  const line = entryLine(entry, width, { ...reading, withDetails: query.with === 'details' });
  if (undo === null) return { line, block: section(line) };
  const label = isRedo ? 'Redo' : 'Undo';
  const { ended, targets, verb } = record;
  const [target] = ended && ended.targets.length > 0 ? ended.targets : targets;
  const spoken = `${label}: ${verb} ${target?.name ?? ''}`;
  const accessory = button(label, { do: `undo ${undo}`, redraw: formatHistoryQuery(query) }, spoken);
  return { line, block: { ...section(line), accessory } };
}

function footButtons(query: HistoryQuery, sameRows: string, pages: number, canShare: boolean): types.KnownBlock[] {
  const at = (page: number) => ({ do: formatHistoryQuery({ ...query, page }) });
  return actions(
    button('Filter…', { do: filterLine(query), asks: true }),
    isFiltered(query) ? button('Clear filter', { do: formatHistoryQuery(ALL_HISTORY) }) : null,
    query.page > 1 ? button('‹ Newer', at(query.page - 1), 'Newer entries') : null,
    query.page < pages ? button('Older ›', at(query.page + 1), 'Older entries') : null,
    exportButton(query, sameRows),
    shareButton(formatHistoryQuery(query), canShare),
    ...moreOf(query),
  );
}

/** Exports all pages of the filtered result; the message stays on this page. */
function exportButton(query: HistoryQuery, sameRows: string): types.Button {
  const { page: _page, from: _from, with: _with, ...filter } = query;
  const line = isFiltered(query) ? `export ${formatHistoryQuery({ ...filter, page: 1 })}` : 'export';
  return button(isFiltered(query) ? 'Export these' : 'Export', { do: line, redraw: sameRows });
}

/** Slack allows shorter values for options than for buttons. */
const MAX_VALUE = 150;

/** A menu, or buttons if the filter is too long for the menu's options. */
function moreOf(query: HistoryQuery): types.ActionsBlockElement[] {
  const { with: view, ...plainly } = query;
  const lines = [
    view === 'details' ? null : (['With details', formatHistoryQuery({ ...query, with: 'details' })] as const),
    view === undefined ? null : (['Without details', formatHistoryQuery(plainly)] as const),
    view === 'attempts' ? null : (['Every attempt', formatHistoryQuery({ ...query, with: 'attempts' })] as const),
    ['Refresh', formatHistoryQuery(query)] as const,
  ].filter((line) => line !== null);
  const options = lines.map(([label, line]) => ({ text: plain(label), value: encodeButton({ do: line }) }));
  return options.every(({ value }) => value.length <= MAX_VALUE)
    ? [{ type: 'overflow', action_id: 'more', options }]
    : lines.map(([label, line]) => button(label, { do: line }));
}

const isFiltered = ({ bounds, name, outcome, ref, since, userId }: HistoryQuery): boolean =>
  bounds !== undefined || name !== '' || outcome !== null || ref !== null || since !== null || userId !== null;

export const historyFeature = {
  drawings: {
    history: { view: (history, frame, wording) => historyMessage(history, { ...frame, wording }) },
    'history-filter-form': { form: ({ query }, { origin }) => filterModal(query, origin) },
  },
  forms: historyForms,
} satisfies SlackFeature;
