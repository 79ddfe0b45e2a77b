import type { Drawings, RefusalOf, RefusalTexts } from '../blocks/drawing.ts';
import { bold } from '../blocks/kit.ts';

/** Explains why a change cannot be undone. `what`: its target; null if unknown. */
function cannotUndoSentence({ reason, what }: RefusalOf<'cannot-undo'>): string {
  const change = what === null ? 'This change' : `The change of ${bold(what)}`;
  return `${WHY[reason](change)} Nothing changed. \`/abilities\` shows what is true now.`;
}

const WHY: Record<RefusalOf<'cannot-undo'>['reason'], (change: string) => string> = {
  none: () => 'There is no change of yours to take back.',
  unknown: () => 'I know of no such change that could be taken back.',
  'too-late': (change) => `${change} is more than 10 minutes old, so it is not taken back: others may rely on it.`,
  'being-undone': (change) => `${change} is being taken back by somebody just now.`,
  'undone-already': (change) => `${change} was taken back already.`,
  'moved-on': (change) => `${change} was overtaken: the same was changed again since, so it is not taken back.`,
  'other-account': (change) => `${change} was made in the account that this workspace worked with before.`,
  'not-undoable': (change) =>
    `${change} cannot be taken back: what is deleted or uploaded stays so, and so does a list of which nobody knew what it was before.`,
};

export const undoDrawings: Drawings<'undone'> = {
  undone: {
    notice: ({ of }, { requester, say }) => `Undone: ${say.notice(of, requester) ?? ''}`,
    next: ({ of }, undo, say) => say.next(of, undo),
    prepare: async ({ changeId }, _, { sharedChanges }) => ({ shared: sharedChanges.of(changeId) }),
  },
};

export const undoRefusals: RefusalTexts<'cannot-undo'> = { 'cannot-undo': { sentence: cannotUndoSentence } };
