import type { types } from '@slack/bolt';
import { type CatalogEntry, countCatalog } from '../../../core/catalog.ts';
import { formatListQuery } from '../../../core/format-list-query.ts';
import type { ListQuery } from '../../../core/list-query.ts';
import type { Outcome } from '../../../core/outcome.ts';
import { type ButtonValue, encodeButton } from '../../button-value.ts';
import type { MessageAnswer } from '../answer.ts';
import { actions, button, shareButton } from '../buttons.ts';
import { charactersOf, MOST_CHARACTERS, noticeBlocks, type Surroundings, withShortNotice } from '../surroundings.ts';
import { context, foreign, plain, section, time, toFallback } from '../text.ts';
import { STATE_WORDS } from './ability-line.ts';
import { categoryLabel } from './category-label.ts';
import { describeFilter, filterMenus, isFiltered } from './list-filters.ts';
import { listRow } from './list-row.ts';

/** Two blocks a row, and Slack's 13,000 characters of blocks a message. */
export const ROWS_PER_PAGE = 8;
/** Every menu and button of a list carries its line: with a long one, fewer rows fit. */
const LONG_LINE = 70;
const ROWS_OF_LONG_LINE = 5;

export const rowsPerPage = (query: ListQuery): number =>
  formatListQuery({ ...query, page: 1 }).length > LONG_LINE ? ROWS_OF_LONG_LINE : ROWS_PER_PAGE;

/** One page of the entries that were found; past the end it is the last, since Abilities may have gone since. */
export function abilityList(list: Extract<Outcome, { kind: 'list' }>, around: Surroundings): MessageAnswer {
  const { catalog, found } = list;
  const perPage = rowsPerPage(list.query);
  const pages = Math.max(1, Math.ceil(found.length / perPage));
  const query = { ...list.query, page: Math.min(Math.max(1, list.query.page), pages) };
  const rows = found.slice((query.page - 1) * perPage, query.page * perPage);
  const { enabled, installed, onAccount } = countCatalog(catalog);
  const account = `${onAccount} on the account, ${installed} installed, ${enabled} enabled`;
  const counts = isFiltered(query) ? `${found.length} found for ${describeFilter(query)} · ${account}` : account;
  const where = `Page ${query.page} of ${pages}`;
  const heading: types.KnownBlock[] = [{ type: 'header', text: plain('Abilities') }, context(counts)];
  const foot: types.KnownBlock[] = [
    { type: 'divider' },
    context(`${where} · read ${time(catalog.readAt)}`),
    ...pagingButtons(query, pages, around.canShare),
  ];
  const menus = catalog.entries.length === 0 ? [] : filterMenus(query);
  const draw = (notice: types.KnownBlock[], filters: types.KnownBlock[]) => {
    const before = [...heading, ...notice, ...filters];
    const left = MOST_CHARACTERS - charactersOf([...before, ...foot]);
    const most = Math.floor(left / Math.max(1, rows.length)) - 2;
    const drawn = rows.flatMap((entry) => listRow(entry, formatListQuery(query), most));
    return [...before, ...(rows.length === 0 ? [section(nothing(list))] : drawn), ...foot];
  };
  return {
    surface: 'message',
    replaces: true,
    text: toFallback(
      [around.notice, `Abilities: ${counts}. ${where}.`, ...rows.map(fallbackRow)]
        .filter((line) => line !== null)
        .join('\n'),
    ),
    blocks: firstThatFits([
      () => draw(noticeBlocks(around), menus),
      () => draw(noticeBlocks(withShortNotice(around)), menus),
      // The rows matter more than the menus, which come back with the next click.
      () => draw(noticeBlocks(withShortNotice(around)), []),
    ]),
  };
}

function firstThatFits(ways: readonly (() => types.KnownBlock[])[]): types.KnownBlock[] {
  let drawn: types.KnownBlock[] = [];
  for (const draw of ways) {
    drawn = draw();
    if (charactersOf(drawn) <= MOST_CHARACTERS) break;
  }
  return drawn;
}

function nothing({ catalog, query }: Extract<Outcome, { kind: 'list' }>): string {
  return catalog.entries.length === 0
    ? 'No Abilities yet. Drop a zip into a channel where I am, or press Upload.'
    : `No Ability fits ${describeFilter(query)}. “Clear filter” shows all; “Search…” changes what is looked for.`;
}

function pagingButtons(query: ListQuery, pages: number, canShare: boolean): types.KnownBlock[] {
  const { page } = query;
  const line = formatListQuery(query);
  return [
    ...actions(
      page > 1 ? button('Previous', { do: formatListQuery({ ...query, page: page - 1 }) }) : null,
      page < pages ? button('Next', { do: formatListQuery({ ...query, page: page + 1 }) }) : null,
      button('Refresh', { do: line }),
    ),
    ...actions(shareButton(line, canShare), button('Upload…', { do: 'upload' }), moreMenu()),
  ];
}

/** What is done to several at once, in a form that chooses them; and where else to go. */
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

function fallbackRow({ name, state, category }: CatalogEntry): string {
  return `${foreign(name, 80)}: ${STATE_WORDS[state]}${category ? `, ${foreign(categoryLabel(category), 30)}` : ''}`;
}
