import type { Quiet } from '../../store/quiet-record.ts';
import type { UndoRecord } from '../../store/undo-record.ts';
import type { Catalog, CatalogEntry } from '../catalog.ts';
import type { Command } from '../command.ts';
import { type Feature, SHOWS } from '../feature.ts';
import { pinEntries, selectEntries } from '../find.ts';
import { type ListQuery, readListQuery } from '../list-query.ts';
import { readCatalog } from '../lookup.ts';
import { MAY_BE_CACHED, type OperationContext } from '../operation-context.ts';
import type { Refusal } from '../outcome.ts';
import { disablingWaits, readApprovals } from './approvals/needed.ts';
import { readQuietsAndEnds, type StateEnds } from './timed/state-ends.ts';

export type ListCommand =
  | { verb: 'list'; query: ListQuery }
  /** Opens the search form. */
  | { verb: 'search'; query: ListQuery };

export type ListOutcome =
  /** `found`: the matching entries of all pages, in order. */
  /** `pinned`: the rows named in the query, in order; null for one that no longer exists. Absent for none. */
  | {
      kind: 'list';
      catalog: Catalog;
      /** Absent if unknown. */
      ends?: StateEnds;
      /** The current quiet periods; absent if unknown. */
      quiets?: readonly Quiet[];
      query: ListQuery;
      found: readonly CatalogEntry[];
      pinned?: readonly (CatalogEntry | null)[];
      /** Disabling needs a second admin. Absent if not, or if unknown. */
      disablingWaits?: true;
      /** The newest change that the person can undo. Absent for none, and after a change, which has its own Undo. */
      lastChange?: UndoRecord;
    }
  | { kind: 'search-form'; query: ListQuery };

type AbilityListOutcome = Extract<ListOutcome, { kind: 'list' }>;

const LIST_ARGUMENT = '[words] [category:…] [state:…] [sort:…] [view:table] [page:…]';

export const listFeature: Feature<ListCommand, ListOutcome> = {
  verbs: {
    list: {
      group: 'View',
      role: 'viewer',
      argument: LIST_ARGUMENT,
      summary: 'List all Abilities, or only those that match.',
      examples: ['list', 'list 2', 'list rain category:skill state:enabled', 'list sort:updated', 'list view:table'],
      homeLabel: 'All Abilities',
      tryLine: 'list',
      read: (argument) => readQuery('list', argument),
    },
    search: {
      group: 'View',
      role: 'viewer',
      argument: LIST_ARGUMENT,
      summary: 'Search and filter Abilities in a form.',
      examples: ['search', 'search rain state:disabled'],
      homeLabel: null,
      tryLine: 'search',
      read: (argument) => readQuery('search', argument),
    },
  },
  commands: {
    list: {
      changes: false,
      ofAnyAccount: true,
      run: async ({ query }, { context, verbs }) => {
        const [list, current] = await Promise.all([browseAbilities(query, context), readQuietsAndEnds(context, verbs)]);
        return { ...list, ...current };
      },
    },
    search: {
      changes: false,
      ofAnyAccount: true,
      form: 'at-once',
      run: ({ query }) => ({ kind: 'search-form', query }),
    },
  },
  outcomes: {
    list: SHOWS,
    'search-form': SHOWS,
  },
  records: {},
};

function readQuery(verb: 'list' | 'search', argument: string): Command | Refusal {
  const read = readListQuery(argument);
  if (!read.ok) return { why: 'bad-argument', verb, usage: `${verb} ${read.usage}`, given: read.given };
  const { query } = read;
  return verb === 'list' ? { verb, query } : { verb, query };
}

/** Joins both lists and selects the matching entries. Calls endpoints 5 and 6. */
export async function browseAbilities(query: ListQuery, context: OperationContext): Promise<AbilityListOutcome> {
  // The choices come from memory: the person's role has just been decided from the same settings.
  const [catalog, chosen] = await Promise.all([readCatalog(context, MAY_BE_CACHED), readApprovals(context)]);
  const found = selectEntries(catalog, query);
  const list = { kind: 'list', catalog, query, found, ...disablingWaits(chosen) } as const;
  return query.rows ? { ...list, pinned: pinEntries(catalog, query.rows) } : list;
}
