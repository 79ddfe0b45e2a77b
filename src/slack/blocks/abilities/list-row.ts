import type { types } from '@slack/bolt';
import { type CatalogEntry, refTo } from '../../../core/catalog.ts';
import { formatAbilityRef } from '../../../core/parse-ref.ts';
import { encodeButton } from '../../button-value.ts';
import { actions, toggleButton } from '../buttons.ts';
import { charactersOf } from '../surroundings.ts';
import { clip, countOf, plain, section, triggerWordsLine } from '../text.ts';
import { abilityLine } from './ability-line.ts';

/**
 * How much of an Ability a row shows, in characters of its name and of the names that its buttons speak, and whether the
 * question of a delete leads back to the list.
 */
const WIDTHS = [
  { name: 80, spoken: 50, words: true, wayBack: true },
  { name: 80, spoken: 24, words: false, wayBack: true },
  { name: 24, spoken: 8, words: false, wayBack: false },
];

/** One Ability of the list in each of its widths, the widest first. */
export const listRow = (entry: CatalogEntry, lines: ListLines): types.KnownBlock[][] =>
  WIDTHS.map((width) => drawRow(entry, lines, width));

/**
 * As wide as fits together: the longest rows are narrowed first, so that names of hundreds of characters cost nobody the list
 * and ordinary rows keep their trigger words.
 * @param rows each in all of its widths, the widest first.
 * @param room characters of JSON; the narrowest rows may exceed it.
 */
export function fitRows(rows: readonly types.KnownBlock[][][], room: number): types.KnownBlock[] {
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

/** Lines that draw the list: with the same rows after a switch, and as it was asked for after a delete. */
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

/** Everything else about it. Nothing is deleted from here without a question, which names what goes with it. */
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

/** A label that leads to a question ends in three dots, once. */
const asking = (label: string) => (label.endsWith('…') ? label : `${label}…`);

/** Of an option Slack keeps less than of a button; a way back that does not fit is left out. */
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
