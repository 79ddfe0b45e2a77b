import type { types } from '@slack/bolt';
import type { CatalogEntry } from '../../../core/catalog.ts';
import { formatListQuery, type ListQuery } from '../../../core/list-query.ts';
import { brokenNote, categoryLabel, STATE_WORDS, stateLine } from '../../blocks/ability.ts';
import { button, rowButton } from '../../blocks/buttons.ts';
import { charactersOf } from '../../blocks/fit.ts';
import { clip, countOf, foreign, section, triggerWordsLine } from '../../blocks/kit.ts';

/**
 * The widths of a row: maximum characters of the name on screen and in the button's label, and whether the row shows
 * trigger words.
 */
const [WIDEST, ...NARROWER] = [
  { name: 80, spoken: 50, words: true },
  { name: 80, spoken: 24, words: false },
  { name: 24, spoken: 8, words: false },
] as const;
export type Width = typeof WIDEST | (typeof NARROWER)[number];

/**
 * Draws each row as wide as fits. Narrows the longest rows first, so that ordinary rows keep their trigger words even
 * if some names are very long.
 * @param room characters of JSON; the narrowest rows may exceed it.
 */
export function fitRows(draws: readonly ((width: Width) => types.SectionBlock)[], room: number): types.SectionBlock[] {
  const drawAs = (draw: (typeof draws)[number], width: Width, narrower: readonly Width[]) => {
    const row = draw(width);
    return { draw, narrower, row, size: charactersOf([row]) };
  };
  const rows = draws.map((draw) => drawAs(draw, WIDEST, NARROWER));
  while (rows.reduce((sum, { size }) => sum + size, 0) > room) {
    const longest = rows.filter(({ narrower }) => narrower.length > 0).toSorted((a, b) => b.size - a.size)[0];
    const [width, ...narrower] = longest?.narrower ?? [];
    if (!longest || !width) break;
    rows[rows.indexOf(longest)] = drawAs(longest.draw, width, narrower);
  }
  return rows.map(({ row }) => row);
}

interface Row {
  /** The line that draws the same rows again. */
  redraw: string;
  until: string;
  disablingWaits: true | undefined;
}

export function drawRow(entry: CatalogEntry, { disablingWaits, redraw, until }: Row, width: Width): types.SectionBlock {
  const room = disablingWaits && entry.state === 'enabled' ? LINE - LONGER_BUTTON : LINE;
  const line = `${stateLine(entry, width.name, until)} · ${wordsOf(entry, until, { inFull: width.words, room })}`;
  const named = { ...entry, name: clip(entry.name, width.spoken) };
  return { ...section(line), accessory: rowButton(named, redraw, { disablingWaits }) };
}

/** Characters of name, state and trigger words that fit on one line beside a button, in a window of usual width. */
const LINE = 68;

/** Characters that *Ask to disable* takes from the line, compared with *Disable*. */
const LONGER_BUTTON = 8;

/** A date in Slack's format. Its fallback is as long as the date that Slack shows. */
const DATE = /<!date[^|]*\|([^>]*)>/;

/** The trigger words that fit on the line, at most two; their number if none fits. Says instead if they don't work. */
function wordsOf(
  entry: CatalogEntry,
  until: string,
  { inFull, room: line }: { inFull: boolean; room: number },
): string {
  const { name, state, triggerWords } = entry;
  if (state === 'orphan') return 'its Ability was deleted';
  const broken = brokenNote(entry);
  if (broken !== null) return broken;
  const room = line - charactersIn(name) - STATE_WORDS[state].length - charactersIn(until.replace(DATE, '$1'));
  const counts = inFull ? [2, 1].filter((count) => count <= triggerWords.length) : [];
  const lines = counts.map((count) => triggerWordsLine(triggerWords, count));
  const none = triggerWords.length === 0 ? 'no trigger words' : countOf(triggerWords.length, 'trigger word');
  return lines.find((words) => charactersIn(words) <= room) ?? none;
}

const charactersIn = (text: string): number => [...text].length;

/**
 * A row with a button is 36 pixels high, so a page with its menus takes about 600. More rows wouldn't fit into Slack's
 * 13,000 characters, because each button names all rows of its page.
 */
const ROWS_PER_PAGE = 12;

/** Each menu and button of a list contains the list's command line. The longer the line, the fewer rows fit. */
const ROWS_OF_LONG_LINES = [
  { over: 70, rows: 6 },
  { over: 25, rows: 8 },
];

export function rowsPerPage(query: ListQuery): number {
  const { length } = formatListQuery({ ...query, page: 1 });
  return ROWS_OF_LONG_LINES.find(({ over }) => length > over)?.rows ?? ROWS_PER_PAGE;
}

/** Has the same height as other rows, so that the rows below don't move. */
export const goneRow = (refresh: string): types.SectionBlock => ({
  ...section(`${GONE}. Refresh removes this row.`),
  accessory: button('Refresh', { do: refresh }),
});

const GONE = 'No longer on the account';

export function fallbackRow(entry: CatalogEntry | null, until: string): string {
  if (entry === null) return GONE;
  const { category, name, state } = entry;
  return `${foreign(name, 80)}: ${STATE_WORDS[state]}${until}${category ? `, ${foreign(categoryLabel(category), 30)}` : ''}`;
}
