import { type Ability, type AbilityId, mayBeListed } from '../../contract/index.ts';
import type { OperationContext } from './context.ts';
import { FINDING } from './looking.ts';

/**
 * The Abilities right before some are deleted. Rows of others that cannot be read do not matter.
 * @throws what the service client throws, also when one of these may be a row that cannot be read: it is not gone then.
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
