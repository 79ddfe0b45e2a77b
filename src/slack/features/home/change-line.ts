import type { ByTag } from '../../../base/by-tag.ts';
import { type Change, isUndo, type UndoRecord } from '../../../store/undo-record.ts';
import { bold, day } from '../../blocks/kit.ts';
import { person } from '../../blocks/mentions.ts';
import type { ChangeLines } from '../../feature.ts';
import { assignLines } from '../assign/assign.ts';
import { deleteLines } from '../delete.ts';
import { repairLines } from '../repair.ts';
import { toggleLines } from '../toggle.ts';
import { triggersLines } from '../triggers.ts';
import { uploadLines } from '../upload/record.ts';
import { versionsLines } from '../versions/versions.ts';

/** How each kind of change is displayed: one line per feature. */
const LINES: ChangeLines<Change['kind']> = {
  ...assignLines,
  ...deleteLines,
  ...repairLines,
  ...toggleLines,
  ...triggersLines,
  ...uploadLines,
  ...versionsLines,
};

const rowOf = <K extends Change['kind']>(kind: K): ((change: ByTag<Change, 'kind', K>) => string) => LINES[kind];
const lineOf = (change: Change) => rowOf(change.kind)(change);

/** What was changed, without who and when. */
export function changeWords(change: Change): string {
  if (!isUndo(change)) return lineOf(change);
  if (change.kind === 'assigned') return `${bold(change.agentName)}'s previous Abilities restored`;
  if (change.kind === 'triggers') return `Previous trigger words of ${bold(change.name)} restored`;
  return `${lineOf(change)} again`;
}

/** One change on one line: what, who, when, and who undid it. */
export function changeLine({ at, change, undoneBy, userId }: UndoRecord): string {
  const undone = undoneBy === null ? '' : ` · undone by ${person(undoneBy)}`;
  return `${changeWords(change)} by ${person(userId)} · ${day(at)}${undone}`;
}

/** A recorded change, and whether it can still be undone. */
export interface RecentChange {
  record: UndoRecord;
  /** Its ID; null if it cannot be undone, or no longer. */
  undo: string | null;
  /** Whether it is an undo itself, so that undoing it is a redo. */
  isRedo: boolean;
}

/** The same for a list of changes, as short as it can be. */
export const recentLine = ({ record: { at, change, undoneBy, userId } }: RecentChange): string =>
  `${changeWords(change)} · ${person(userId)} · ${day(at)}${undoneBy === null ? '' : ' · undone'}`;
