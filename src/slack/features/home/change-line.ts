import { type ByTag, joinTables } from '../../../base/by-tag.ts';
import type { CatalogEntry } from '../../../core/catalog.ts';
import type { Change, UndoRecord } from '../../../store/undo-record.ts';
import { day } from '../../blocks/kit.ts';
import { person } from '../../blocks/mentions.ts';
import type { ChangeLines, ChangeWords } from '../../feature.ts';
import { FEATURES } from '../index.ts';

const LINES: ChangeLines<Change['kind']> = joinTables(
  FEATURES.flatMap((feature) => ('lines' in feature ? feature.lines : [])),
);

const rowOf = <K extends Change['kind']>(kind: K): ChangeWords<ByTag<Change, 'kind', K>> => LINES[kind];

/** What was changed, without who and when. */
export const changeWords = (change: Change): string => rowOf(change.kind).line(change);

/** The same on the card of an Ability. */
export const changeOnCard = (change: Change, entry: CatalogEntry): string => rowOf(change.kind).onCard(change, entry);

/** A recorded change, and whether it can still be undone. */
export interface RecentChange {
  record: UndoRecord;
  /** Its ID; null if it cannot be undone, or no longer. */
  undo: string | null;
  /** Whether it is an undo itself, so that undoing it is a redo. */
  isRedo: boolean;
}

/** One change on one line: what, who, when, and whether it was undone. */
export const recentLine = ({ record: { at, change, undoneBy, userId } }: RecentChange): string =>
  `${changeWords(change)} · ${person(userId)} · ${day(at)}${undoneBy === null ? '' : ' · undone'}`;
