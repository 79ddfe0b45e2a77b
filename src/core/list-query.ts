import type { Category } from '@abilities-bot/service-api';
import type { AbilityState } from './catalog.ts';
import type { AbilityRef } from './ref.ts';

export const LIST_SORTS = ['name', 'state', 'updated'] as const;
export type ListSort = (typeof LIST_SORTS)[number];

export const LIST_STATES = [
  'enabled',
  'disabled',
  'not-installed',
  'orphan',
] as const satisfies readonly AbilityState[];

/** Which Abilities are listed, in which order, from which page on. */
export interface ListQuery {
  /** Each has to be in the name, the description, the category or the trigger words; empty for all. */
  words: string;
  category: Category | null;
  state: AbilityState | null;
  sort: ListSort;
  /** From 1. */
  page: number;
  /**
   * Pinned rows of a page, in order: they stay after a change even if they no longer match. Absent when the page is
   * queried again.
   */
  rows?: readonly RowRef[];
}

/** By ID, because names change. */
export type RowRef = Exclude<AbilityRef, { by: 'name' }>;

/** More rows are on no page. */
export const MAX_PINNED_ROWS = 20;

export const ALL_ABILITIES: ListQuery = { words: '', category: null, state: null, sort: 'name', page: 1 };
