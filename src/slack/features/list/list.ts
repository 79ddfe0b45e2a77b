import type { types } from '@slack/bolt';
import { type CatalogEntry, countCatalog, refTo } from '../../../core/catalog.ts';
import { formatListQuery, type ListQuery, type RowRef } from '../../../core/list-query.ts';
import type { Outcome } from '../../../core/outcome.ts';
import { formatAbilityRef } from '../../../core/references.ts';
import { abilityLine, categoryLabel, STATE_WORDS, unreadNote } from '../../blocks/ability.ts';
import { actions, button, shareButton, toggleButton } from '../../blocks/buttons.ts';
import type { Drawings, ViewFrame } from '../../blocks/drawing.ts';
import { charactersOf, MAX_CHARACTERS, noticeBlocks, withShortNotice } from '../../blocks/fit.ts';
import {
  clip,
  context,
  countOf,
  foreign,
  type MessageAnswer,
  plain,
  section,
  time,
  toFallback,
  triggerWordsLine,
} from '../../blocks/kit.ts';
import { type ButtonValue, encodeButton } from '../../button-value.ts';
import { describeFilter, filterMenus, isFiltered, searchModal } from './search.ts';

/**
 * What a row shows at each width: characters of its name and of the names in its buttons' labels, its trigger words,
 * and whether the delete confirmation leads back to the list.
 */
const WIDTHS = [
  { name: 80, spoken: 50, words: true, wayBack: true },
  { name: 80, spoken: 24, words: false, wayBack: true },
  { name: 24, spoken: 8, words: false, wayBack: false },
];

/** One row at each width, widest first. */
const listRow = (entry: CatalogEntry, lines: ListLines): types.KnownBlock[][] =>
  WIDTHS.map((width) => drawRow(entry, lines, width));

/**
 * Draws each row as wide as fits, narrowing the longest rows first: very long names do not break the list, and ordinary
 * rows keep their trigger words.
 * @param rows each at all of its widths, widest first.
 * @param room characters of JSON; the narrowest rows may exceed it.
 */
function fitRows(rows: readonly types.KnownBlock[][][], room: number): types.KnownBlock[] {
  const widths = rows.map((drawn) => drawn.map(charactersOf));
  const steps = rows.map(() => 0);
  const sizeOf = (index: number) => widths[index]?.[steps[index] ?? 0] ?? 0;
  const canNarrow = (index: number) => (steps[index] ?? 0) < (widths[index]?.length ?? 0) - 1;
  const indexes = [...rows.keys()];
  while (indexes.reduce((sum, index) => sum + sizeOf(index), 0) > room) {
    const longest = indexes.filter(canNarrow).toSorted((a, b) => sizeOf(b) - sizeOf(a))[0];
    if (longest === undefined) break;
    steps[longest] = (steps[longest] ?? 0) + 1;
  }
  return rows.flatMap((drawn, index) => drawn[steps[index] ?? 0] ?? []);
}

/** Lines that redraw the list: with the same rows after a toggle, as originally requested after a delete. */
interface ListLines {
  sameRows: string;
  asked: string;
}

function drawRow(entry: CatalogEntry, lines: ListLines, width: (typeof WIDTHS)[number]): types.KnownBlock[] {
  const spoken = { ...entry, name: clip(entry.name, width.spoken) };
  return [
    section(`${abilityLine(entry, width.name)}\n${wordsOf(entry, width.words)}`),
    ...actions(toggleButton(spoken, lines.sameRows), rowMenu(spoken, width.wayBack ? lines.asked : undefined)),
  ];
}

/** All other actions. Delete asks for confirmation first and lists everything that would be deleted. */
function rowMenu(entry: CatalogEntry, redraw: string | undefined): types.Overflow {
  const { ability, installed, name, state } = entry;
  const ref = formatAbilityRef(refTo(entry));
  return {
    type: 'overflow',
    action_id: 'more',
    options: [
      option(`Show ${name}`, `show ${ref}`),
      ...(installed && state !== 'orphan' ? [option(`Trigger words of ${name}`, `triggers ${ref}`)] : []),
      ...(ability ? [option(asking(`Delete ${clip(name, 60)}`), `delete id:${ability.id}`, redraw)] : []),
    ],
  };
}

/** Labels that lead to a confirmation end in one ellipsis. */
const asking = (label: string) => (label.endsWith('…') ? label : `${label}…`);

/** Slack allows shorter values for options than for buttons; a way back that does not fit is omitted. */
const MAX_VALUE = 150;

function option(label: string, line: string, redraw?: string): types.PlainTextOption {
  const withWayBack = encodeButton({ do: line, ...(redraw === undefined ? {} : { redraw }) });
  const value = withWayBack.length <= MAX_VALUE ? withWayBack : encodeButton({ do: line });
  return { text: plain(label, 75), value };
}

function wordsOf({ state, triggerWords }: CatalogEntry, inFull: boolean): string {
  if (state === 'orphan') return 'its Ability was deleted';
  return inFull ? triggerWordsLine(triggerWords) : countOf(triggerWords.length, 'trigger word');
}

/** Two blocks per row, within Slack's 13,000 characters of blocks per message. */
const ROWS_PER_PAGE = 8;

/** Every menu and button of a list contains its line: the longer it is, the fewer rows fit. */
const LONG_LINE = 70;

const ROWS_OF_LONG_LINE = 5;

export const rowsPerPage = (query: ListQuery): number =>
  formatListQuery({ ...query, page: 1 }).length > LONG_LINE ? ROWS_OF_LONG_LINE : ROWS_PER_PAGE;

/**
 * Reserved for the result of a click, so that the same rows fit with and without it and nothing moves under the
 * pointer.
 */
const NOTICE_ROOM = 900;

/**
 * One page of the matches; past the end, the last page. With pinned rows, exactly those until someone refreshes, pages
 * or filters.
 */
export function abilityList(list: Extract<Outcome, { kind: 'list' }>, around: ViewFrame): MessageAnswer {
  const { catalog, found, pinned } = list;
  const { rows: _pinned, ...asked } = list.query;
  const perPage = rowsPerPage(asked);
  const pagesFound = Math.max(1, Math.ceil(found.length / perPage));
  const pages = pinned ? Math.max(pagesFound, asked.page) : pagesFound;
  const query = { ...asked, page: Math.min(Math.max(1, asked.page), pages) };
  const start = (query.page - 1) * perPage;
  const rows = pinned ?? found.slice(start, start + perPage);
  const line = formatListQuery(query);
  const again = rows.length === 0 ? line : formatListQuery({ ...query, rows: list.query.rows ?? rows.flatMap(rowRef) });
  const { enabled, installed, onAccount } = countCatalog(catalog);
  const account = `${onAccount} on the account, ${installed} installed, ${enabled} enabled`;
  const counts = isFiltered(query) ? `${found.length} found for ${describeFilter(query)} · ${account}` : account;
  const unread = unreadNote(catalog.unread);
  const where = `Page ${query.page} of ${pages}`;
  const isLeft = rows.some((entry) => entry !== null && !found.includes(entry));
  const heading: types.KnownBlock[] = [{ type: 'header', text: plain('Abilities') }, context(`${counts}${unread}`)];
  const foot: types.KnownBlock[] = [
    { type: 'divider' },
    context(`${where} · read ${time(catalog.readAt)}${isLeft ? ' · Refresh hides rows that no longer match' : ''}`),
    ...pagingButtons(query, nextPage(found, rows, start, perPage), around.canShare),
  ];
  const draw = (filters: types.KnownBlock[]) => {
    const before = [...heading, ...filters];
    const room = MAX_CHARACTERS - NOTICE_ROOM - charactersOf([...before, ...foot]);
    const lines = { sameRows: again, asked: line };
    const drawn = rows.map((entry) => (entry === null ? [goneRow(line)] : listRow(entry, lines)));
    return [...before, ...(rows.length === 0 ? [section(nothing(list))] : fitRows(drawn, room))];
  };
  const withMenus = draw(catalog.entries.length === 0 ? [] : filterMenus(query));
  // Rows take priority over menus, which return with the next page.
  const fits = charactersOf([...withMenus, ...foot]) <= MAX_CHARACTERS - NOTICE_ROOM;
  const top = fits ? withMenus : draw([]);
  const short = noticeBlocks(withShortNotice(around));
  const elsewhere = noticeBlocks({ ...around, notice: around.notice && TOO_LONG });
  return {
    surface: 'message',
    replaces: true,
    text: toFallback(
      [around.notice, `Abilities: ${counts}${unread}. ${where}.`, ...rows.map(fallbackRow)]
        .filter((line) => line !== null)
        .join('\n'),
    ),
    blocks: firstThatFits([
      () => [...top, ...noticeBlocks(around), ...foot],
      () => [...top, ...short, ...foot],
      () => [...draw([]), ...short, ...foot],
      () => [...draw([]), ...elsewhere, ...foot],
    ]),
    again,
  };
}

/** Hostile names can make even the first line of a notice too long. */
const TOO_LONG = 'The result is too long to show here. See `/abilities history`.';

/** Entries without an ID cannot be pinned. */
function rowRef(entry: CatalogEntry | null): RowRef[] {
  const ref = entry && refTo(entry);
  return ref && ref.by !== 'name' ? [ref] : [];
}

/** The page of the first entry not shown here, so that pinned rows that no longer match do not cause skips. */
function nextPage(
  found: readonly CatalogEntry[],
  rows: readonly (CatalogEntry | null)[],
  start: number,
  perPage: number,
): number | null {
  const shown = new Set(rows);
  const next = found.findIndex((entry, index) => index >= start && !shown.has(entry));
  return next < 0 ? null : Math.floor(next / perPage) + 1;
}

/** Same height as other rows, so that the rows below do not move. */
const goneRow = (refresh: string): types.KnownBlock[] => [
  section(`${GONE}.\nRefresh removes this row.`),
  ...actions(button('Refresh', { do: refresh })),
];

const GONE = 'No longer on the account';

function firstThatFits(ways: readonly (() => types.KnownBlock[])[]): types.KnownBlock[] {
  let drawn: types.KnownBlock[] = [];
  for (const draw of ways) {
    drawn = draw();
    if (charactersOf(drawn) <= MAX_CHARACTERS) break;
  }
  return drawn;
}

function nothing({ catalog, query }: Extract<Outcome, { kind: 'list' }>): string {
  return catalog.entries.length === 0
    ? 'No Abilities yet. Drop a zip into a channel where I am, or press Upload.'
    : `No Ability fits ${describeFilter(query)}. “Clear filter” shows all; “Search…” changes what is looked for.`;
}

function pagingButtons(query: ListQuery, next: number | null, canShare: boolean): types.KnownBlock[] {
  const { page } = query;
  const line = formatListQuery(query);
  return [
    ...actions(
      page > 1 ? button('Previous', { do: formatListQuery({ ...query, page: page - 1 }) }) : null,
      next === null ? null : button('Next', { do: formatListQuery({ ...query, page: next }) }),
      button('Refresh', { do: line }),
    ),
    ...actions(shareButton(line, canShare), button('Upload…', { do: 'upload' }), moreMenu()),
  ];
}

/** Actions on several Abilities, each with a form to select them, and links to other lists. */
function moreMenu(): types.Overflow {
  const option = (label: string, value: Omit<ButtonValue, 'v'>): types.PlainTextOption => ({
    text: plain(label),
    value: encodeButton(value),
  });
  return {
    type: 'overflow',
    action_id: 'more',
    options: [
      option('Enable several…', { do: 'enable', asks: true }),
      option('Disable several…', { do: 'disable', asks: true }),
      option('Delete several…', { do: 'delete', asks: true }),
      option('Agents', { do: 'agents' }),
      option('Help', { do: 'help' }),
    ],
  };
}

function fallbackRow(entry: CatalogEntry | null): string {
  if (entry === null) return GONE;
  const { category, name, state } = entry;
  return `${foreign(name, 80)}: ${STATE_WORDS[state]}${category ? `, ${foreign(categoryLabel(category), 30)}` : ''}`;
}

export const listDrawings: Drawings<'list' | 'search-form'> = {
  list: { view: (list, frame) => abilityList(list, frame) },
  'search-form': { form: ({ query }, { origin }) => searchModal(query, origin) },
};
