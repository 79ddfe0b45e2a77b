import type { types } from '@slack/bolt';
import type { ViewContext } from '../feature.ts';
import { undoButton } from './buttons.ts';
import { section } from './kit.ts';

/**
 * Slack allows 13,000 characters of blocks in a message. The rest is reserved for the lines that say who shared it and
 * whose buttons they are.
 */
export const MAX_CHARACTERS = 12_000;

/** As JSON. */
export const charactersOf = (blocks: readonly types.KnownBlock[]): number =>
  blocks.reduce((sum, block) => sum + lengthOf(block) + ','.length, '['.length);

/** Nobody changes a drawn block, and most are measured several times until all of them fit. */
const lengths = new WeakMap<types.KnownBlock, number>();

function lengthOf(block: types.KnownBlock): number {
  const length = lengths.get(block) ?? JSON.stringify(block).length;
  lengths.set(block, length);
  return length;
}

/** The notice with its Undo, or the step that it needs first. */
export function noticeBlocks(around: ViewContext): types.KnownBlock[] {
  const { notice, redraw, step } = around;
  if (notice === null) return [];
  const accessory = step ?? undoButton(around, redraw);
  return [{ ...section(notice), accessory: accessory ?? undefined }];
}

/** Keeps the first line of the notice, which is enough on its own. */
export const withShortNotice = (around: ViewContext): ViewContext => ({
  ...around,
  notice: around.notice?.split('\n')[0] ?? null,
});

/**
 * A list with the notice below its rows, so that a click does not move them; shortened if it does not fit into one
 * message.
 */
export function aboveNotice(
  around: ViewContext,
  rows: readonly types.KnownBlock[],
  foot: readonly types.KnownBlock[],
): types.KnownBlock[] {
  const drawn = [...rows, ...noticeBlocks(around), ...foot];
  return charactersOf(drawn) <= MAX_CHARACTERS ? drawn : [...rows, ...noticeBlocks(withShortNotice(around)), ...foot];
}
