import { type Ability, type AbilityId, mayBeListed } from '@abilities-bot/service-api';
import type { OperationContext } from './context.ts';
import { FINDING } from './looking.ts';

/**
 * Lists the Abilities right before a delete. Unreadable rows of other Abilities do not matter.
 * @throws service client errors, also if one of these may be an unreadable row: it still exists then.
 */
export async function listToDelete(
  ids: readonly AbilityId[],
  { service }: Pick<OperationContext, 'service'>,
): Promise<Ability[]> {
  const abilities = await service.listAbilities(FINDING);
  const listed = new Set(abilities.map(({ id }) => id));
  const mayBe = mayBeListed(abilities);
  return ids.every((id) => listed.has(id) || !mayBe(id)) ? abilities : service.listAbilities();
}
