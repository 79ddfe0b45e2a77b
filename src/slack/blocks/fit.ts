import type { types } from '@slack/bolt';
import type { ViewContext } from '../feature.ts';
import { undoButton } from './buttons.ts';
import { section } from './kit.ts';

/**
 * In characters of JSON. Slack allows 13,000 for a message's blocks; the rest is for the lines that name who shared it
 * and who its buttons are for.
 */
export const MAX_CHARACTERS = 12_000;

/** The size of the blocks as JSON, in characters. */
export const charactersOf = (blocks: readonly types.KnownBlock[]): number =>
  blocks.reduce((sum, block) => sum + lengthOf(block) + ','.length, '['.length);

/** Cached, because most blocks are measured several times until all of them fit. Drawn blocks are immutable. */
const lengths = new WeakMap<types.KnownBlock, number>();

function lengthOf(block: types.KnownBlock): number {
  const length = lengths.get(block) ?? JSON.stringify(block).length;
  lengths.set(block, length);
  return length;
}

/** The notice, with the button for its next step or *Undo*. */
export function noticeBlocks(around: ViewContext): types.KnownBlock[] {
  const { notice, redraw, step } = around;
  if (notice === null) return [];
  const accessory = step ?? undoButton(around, redraw);
  return [{ ...section(notice), accessory: accessory ?? undefined }];
}

/** Keeps only the first line of the notice, which is understandable on its own. */
export const withShortNotice = (around: ViewContext): ViewContext => ({
  ...around,
  notice: around.notice?.split('\n')[0] ?? null,
});

/**
 * Puts the notice below the rows, so that a click doesn't move them, and shortens it if the message would be too long.
 */
export function aboveNotice(
  around: ViewContext,
  rows: readonly types.KnownBlock[],
  foot: readonly types.KnownBlock[],
): types.KnownBlock[] {
  const drawn = [...rows, ...noticeBlocks(around), ...foot];
  return charactersOf(drawn) <= MAX_CHARACTERS ? drawn : [...rows, ...noticeBlocks(withShortNotice(around)), ...foot];
}
