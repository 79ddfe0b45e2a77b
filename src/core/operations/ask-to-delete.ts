import type { AbilityId } from '@abilities-bot/service-api';
import type { Outcome } from '../outcome.ts';
import type { Requester } from '../requester.ts';
import type { OperationContext } from './context.ts';
import { findListed } from './find-listed.ts';

/**
 * Asks for a second admin where one is needed: when any of these Abilities is enabled, all of them wait, since one
 * request is one decision. Null: they may be deleted at once.
 * @throws what the service client throws. What cannot be read is not deleted.
 */
export async function askToDelete(
  ids: readonly AbilityId[],
  requester: Requester,
  context: OperationContext,
): Promise<Outcome | null> {
  const { areOn, book, keepMs } = context.approvals;
  let needed: boolean;
  try {
    needed = await areOn();
  } catch {
    return { kind: 'refused', refusal: { why: 'who-unknown', reason: 'settings' } };
  }
  if (!needed) return null;
  const abilities = await findListed(ids, context);
  if (!abilities.some(({ enabled }) => enabled)) return null;
  const approval = await book.open({ kind: 'delete', abilities }, requester.userId, keepMs);
  return { kind: 'approval-asked', approval, toldIn: null };
}
