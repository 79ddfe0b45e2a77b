import type { Outcome } from '../outcome.ts';
import type { OperationContext } from './context.ts';
import { readCatalog } from './read-catalog.ts';

/** Endpoints 5 and 6: everything on the account, joined. */
export async function listAbilities(page: number, context: OperationContext): Promise<Outcome> {
  return { kind: 'list', catalog: await readCatalog(context), page };
}
