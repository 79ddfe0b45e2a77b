import type { types } from '@slack/bolt';
import { type Catalog, type CatalogEntry, countCatalog } from '../../core/catalog.ts';
import { abilityLine, STATE_WORDS } from './ability-line.ts';
import type { MessageAnswer } from './answer.ts';
import { actions, button, deleteButton, showButton, toggleButton } from './buttons.ts';
import { categoryLabel } from './category-label.ts';
import { clip, context, countOf, foreign, plain, section, time, toFallback, triggerWordsLine } from './text.ts';

/** Two blocks a row and three buttons each: more rows would pass Slack's 13,000 characters of blocks a message. */
export const ROWS_PER_PAGE = 8;
/** An equal share of those 13,000 for each row, after what stands around the rows. */
const ROW_CHARACTERS = 1370;

/**
 * The joined list, one page of it.
 * @param page asked for; one past the end shows the last, since Abilities may have gone since.
 * @param notice what has just happened, shown under the title.
 */
export function abilityList(catalog: Catalog, page: number, notice: string | null): MessageAnswer {
  const pages = Math.max(1, Math.ceil(catalog.entries.length / ROWS_PER_PAGE));
  const current = Math.min(Math.max(1, page), pages);
  const rows = catalog.entries.slice((current - 1) * ROWS_PER_PAGE, current * ROWS_PER_PAGE);
  const { onAccount, installed, enabled } = countCatalog(catalog);
  const counts = `${onAccount} on the account, ${installed} installed, ${enabled} enabled`;
  const where = `Page ${current} of ${pages}`;
  const empty = 'No Abilities yet. Drop a zip into a channel where I am, or press Upload.';
  return {
    surface: 'message',
    replaces: true,
    text: toFallback(
      [notice, `Abilities: ${counts}. ${where}.`, ...rows.map(fallbackRow)].filter((line) => line !== null).join('\n'),
    ),
    blocks: [
      { type: 'header', text: plain('Abilities') },
      context(counts),
      ...(notice ? [section(notice)] : []),
      ...(rows.length === 0 ? [section(empty)] : rows.flatMap((entry) => row(entry, `list ${current}`))),
      { type: 'divider' },
      context(`${where} · read ${time(catalog.readAt)}`),
      ...actions(
        current > 1 ? button('Previous', { do: `list ${current - 1}` }) : null,
        current < pages ? button('Next', { do: `list ${current + 1}` }) : null,
        button('Refresh', { do: `list ${current}` }),
        button('Upload…', { do: 'upload' }),
      ),
    ],
  };
}

/** How much of an Ability a row shows, in characters of its name and of the names that its buttons speak. */
const WIDTHS = [
  { name: 80, spoken: 60, words: true },
  { name: 80, spoken: 24, words: false },
  { name: 24, spoken: 12, words: false },
];

/** As wide as fits: names of hundreds of characters must not cost the person the whole list. */
function row(entry: CatalogEntry, redraw: string): types.KnownBlock[] {
  const drawn = WIDTHS.map((width) => drawRow(entry, redraw, width));
  return drawn.find((blocks) => JSON.stringify(blocks).length <= ROW_CHARACTERS) ?? drawn.at(-1) ?? [];
}

function drawRow(entry: CatalogEntry, redraw: string, width: (typeof WIDTHS)[number]): types.KnownBlock[] {
  const spoken = { ...entry, name: clip(entry.name, width.spoken) };
  return [
    section(`${abilityLine(entry, width.name)}\n${wordsOf(entry, width.words)}`),
    ...actions(toggleButton(spoken, redraw), showButton(spoken), quiet(deleteButton(spoken, redraw))),
  ];
}

/** Eight red buttons in a list would shout; the dialog behind each says what it does. */
function quiet(button: types.Button | null): types.Button | null {
  if (!button) return null;
  const { style: _loud, ...rest } = button;
  return rest;
}

function wordsOf({ state, triggerWords }: CatalogEntry, inFull: boolean): string {
  if (state === 'orphan') return 'its Ability was deleted';
  return inFull ? triggerWordsLine(triggerWords) : countOf(triggerWords.length, 'trigger word');
}

function fallbackRow({ name, state, category }: CatalogEntry): string {
  return `${foreign(name, 80)}: ${STATE_WORDS[state]}${category ? `, ${foreign(categoryLabel(category), 30)}` : ''}`;
}
