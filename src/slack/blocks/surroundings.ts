import type { types } from '@slack/bolt';
import { actions, undoButton } from './buttons.ts';
import { section } from './kit.ts';

/** What stands around a list, a card or another view. */
export interface Surroundings {
  /** What has just happened, in one text; null when the view was only asked for. */
  notice: string | null;
  /** The change that the notice tells of; null when it cannot be taken back. */
  undo: string | null;
  /** The line that draws the view, for whoever takes the change back. */
  redraw: string | null;
  /** Whether the view offers to be shown to everybody in the channel. */
  canShare: boolean;
}

/** Slack's 13,000 characters of blocks a message, without what may still be put around them: who showed it to the channel, and whose the buttons are. */
export const MAX_CHARACTERS = 12_000;

export const charactersOf = (blocks: readonly types.KnownBlock[]): number => JSON.stringify(blocks).length;

/** The notice with its Undo. */
export const noticeBlocks = ({ notice, redraw, undo }: Surroundings): types.KnownBlock[] =>
  notice === null ? [] : [section(notice), ...actions(undoButton(undo, redraw))];

/** A notice begins with the line that says it all. */
export const withShortNotice = (around: Surroundings): Surroundings => ({
  ...around,
  notice: around.notice?.split('\n')[0] ?? null,
});

/** A list with the notice below its rows, so that a click moves none of them; in full if all fits into one message. */
export function aboveNotice(
  around: Surroundings,
  rows: readonly types.KnownBlock[],
  foot: readonly types.KnownBlock[],
): types.KnownBlock[] {
  const drawn = [...rows, ...noticeBlocks(around), ...foot];
  return charactersOf(drawn) <= MAX_CHARACTERS ? drawn : [...rows, ...noticeBlocks(withShortNotice(around)), ...foot];
}

/** A view with the notice above it, in full if both fit into one message. */
export function underNotice(around: Surroundings, view: readonly types.KnownBlock[]): types.KnownBlock[] {
  const drawn = [...noticeBlocks(around), ...view];
  return charactersOf(drawn) <= MAX_CHARACTERS ? drawn : [...noticeBlocks(withShortNotice(around)), ...view];
}
