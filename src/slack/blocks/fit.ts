import type { types } from '@slack/bolt';
import { actions, undoButton } from './buttons.ts';
import type { ViewFrame } from './drawing.ts';
import { section } from './kit.ts';

/** Slack's 13,000 characters of blocks a message, without what may still be put around them: who showed it to the channel, and whose the buttons are. */
export const MAX_CHARACTERS = 12_000;

export const charactersOf = (blocks: readonly types.KnownBlock[]): number => JSON.stringify(blocks).length;

/** The notice with its Undo. */
export const noticeBlocks = ({ notice, redraw, undo }: ViewFrame): types.KnownBlock[] =>
  notice === null ? [] : [section(notice), ...actions(undoButton(undo, redraw))];

/** A notice begins with the line that says it all. */
export const withShortNotice = (around: ViewFrame): ViewFrame => ({
  ...around,
  notice: around.notice?.split('\n')[0] ?? null,
});

/** A list with the notice below its rows, so that a click moves none of them; in full if all fits into one message. */
export function aboveNotice(
  around: ViewFrame,
  rows: readonly types.KnownBlock[],
  foot: readonly types.KnownBlock[],
): types.KnownBlock[] {
  const drawn = [...rows, ...noticeBlocks(around), ...foot];
  return charactersOf(drawn) <= MAX_CHARACTERS ? drawn : [...rows, ...noticeBlocks(withShortNotice(around)), ...foot];
}

/** A view with the notice above it, in full if both fit into one message. */
export function underNotice(around: ViewFrame, view: readonly types.KnownBlock[]): types.KnownBlock[] {
  const drawn = [...noticeBlocks(around), ...view];
  return charactersOf(drawn) <= MAX_CHARACTERS ? drawn : [...noticeBlocks(withShortNotice(around)), ...view];
}
