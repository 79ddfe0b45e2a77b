import { type ByTag, joinTables } from '../../../base/by-tag.ts';
import type { CatalogEntry } from '../../../core/catalog.ts';
import type { AuditEnd } from '../../../store/audit-record.ts';
import type { Change, UndoRecord } from '../../../store/undo-record.ts';
import { day } from '../../blocks/kit.ts';
import { person } from '../../blocks/mentions.ts';
import type { ChangeLines, ChangeWords } from '../../feature.ts';
import { FEATURES } from '../index.ts';

const LINES: ChangeLines<Change['kind']> = joinTables(
  FEATURES.flatMap((feature) => ('lines' in feature ? feature.lines : [])),
);

const rowOf = <K extends Change['kind']>(kind: K): ChangeWords<ByTag<Change, 'kind', K>> => LINES[kind];

/** The change, without person and time. */
export const changeWords = (change: Change): string => rowOf(change.kind).line(change);

/** The change as shown on an Ability's card. */
export const changeOnCard = (change: Change, entry: CatalogEntry): string => rowOf(change.kind).onCard(change, entry);

/** The audit log's text for an undo, after the person's name. Null if no kind of change recognizes the entry. */
export function undoEntry(names: string, ended: AuditEnd): string | null {
  for (const row of Object.values(LINES)) {
    const text = 'undoEntry' in row ? row.undoEntry(names, ended) : null;
    if (text !== null) return text;
  }
  return null;
}

/** A recorded change, and whether it can still be undone. */
export interface RecentChange {
  record: UndoRecord;
  /** The record's ID; null if the change can't be undone, or can't be undone anymore. */
  undo: string | null;
  /** True if undoing it is a redo, because it was itself an undo. */
  isRedo: boolean;
}

export const recentLine = ({ record: { at, change, undoneBy, userId } }: RecentChange): string =>
  `${changeWords(change)} · ${person(userId)} · ${day(at)}${undoneBy === null ? '' : ' · undone'}`;
