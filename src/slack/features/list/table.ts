import type { types } from '@slack/bolt';
import type { CatalogEntry } from '../../../core/catalog.ts';
import { formatListQuery } from '../../../core/list-query.ts';
import type { Outcome } from '../../../core/outcome.ts';
import { categoryLabel, STATE_WORDS } from '../../blocks/ability.ts';
import { actions, button, shareButton } from '../../blocks/buttons.ts';
import { noticeBlocks } from '../../blocks/fit.ts';
import { capital, clip, type MessageAnswer, plain, section, toFallback } from '../../blocks/kit.ts';
import type { ViewContext } from '../../feature.ts';
import { headingOf, searchButton } from './search.ts';

/** Slack's limits for a `data_table`: rows not counting the header, and characters in all cells. */
const MAX_ROWS = 100;
const MAX_CHARACTERS_OF_CELLS = 10_000;

/** Rows that Slack shows per page. */
const ROWS_SHOWN = 20;

const COLUMNS = ['Name', 'State', 'Category', 'Trigger words', 'Updated'] as const;

/** Maximum characters of a name and of all trigger words, widest first. A hundred of the narrowest rows always fit. */
const WIDTHS = [
  { name: 80, words: 120 },
  { name: 60, words: 40 },
  { name: 40, words: 12 },
];

/** The matches as a table that readers can sort and filter themselves. Slack allows no buttons in a table. */
export function abilityTable(list: Extract<Outcome, { kind: 'list' }>, around: ViewContext): MessageAnswer {
  const { found, query: asked } = list;
  const pages = Math.max(1, Math.ceil(found.length / MAX_ROWS));
  const query = { ...asked, page: Math.min(asked.page, pages) };
  const { page, view: _table, ...asRows } = query;
  const shown = found.slice((page - 1) * MAX_ROWS, page * MAX_ROWS);
  const heading = headingOf(list, query, pages);
  const line = formatListQuery(query);
  const pageLine = (to: number) => formatListQuery({ ...query, page: to });
  return {
    surface: 'message',
    replaces: true,
    text: toFallback([around.notice, `${heading}.`].filter((one) => one !== null).join('\n')),
    blocks: [
      section(heading),
      ...actions(
        button('Show as list', { do: formatListQuery({ ...asRows, page: 1 }) }),
        searchButton(query),
        page > 1 ? button('‹ Previous', { do: pageLine(page - 1) }) : null,
        page < pages ? button('Next ›', { do: pageLine(page + 1) }) : null,
        button('Refresh', { do: line }),
        shareButton(line, around.canShare),
      ),
      ...noticeBlocks(around),
      ...(shown.length === 0 ? [] : [tableOf(shown)]),
    ],
  };
}

function tableOf(entries: readonly CatalogEntry[]): types.DataTableBlock {
  const drawn = WIDTHS.map((width) => [[...COLUMNS], ...entries.map((entry) => cellsOf(entry, width))]);
  const rows = drawn.find((one) => one.flat().join('').length <= MAX_CHARACTERS_OF_CELLS) ?? drawn.at(-1) ?? [];
  return {
    type: 'data_table',
    caption: 'Abilities',
    page_size: ROWS_SHOWN,
    rows: rows.map((cells) => cells.map((text) => ({ type: 'raw_text', text }))),
  };
}

/** Slack rejects empty cells. */
function cellsOf(entry: CatalogEntry, width: (typeof WIDTHS)[number]): string[] {
  const { ability, category, installed, name, state, triggerWords } = entry;
  return [
    plain(name, width.name).text,
    capital(STATE_WORDS[state]),
    category ? plain(categoryLabel(category), 20).text : '–',
    triggerWords.length === 0 ? '–' : plain(triggerWords.map((word) => clip(word, 40)).join(', '), width.words).text,
    dateOf(ability?.lastUpdated ?? installed?.lastUpdated ?? null),
  ];
}

/** Example: `2026-11-22`, which Slack sorts correctly as text. */
const dateOf = (sent: string | null): string => /^\d{4}-\d\d-\d\d/.exec(sent ?? '')?.[0] ?? '–';
