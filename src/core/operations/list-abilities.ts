import type { ListQuery } from '../list-query.ts';
import type { Outcome } from '../outcome.ts';
import { pinEntries, selectEntries } from '../select-entries.ts';
import type { OperationContext } from './context.ts';
import { LOOKING } from './looking.ts';
import { readCatalog } from './read-catalog.ts';

/** Endpoints 5 and 6: everything on the account, joined, and those of it that are asked for. */
export async function listAbilities(query: ListQuery, context: OperationContext): Promise<Outcome> {
  const catalog = await readCatalog(context, LOOKING);
  const list = { kind: 'list', catalog, query, found: selectEntries(catalog, query) } as const;
  return query.rows ? { ...list, pinned: pinEntries(catalog, query.rows) } : list;
}
