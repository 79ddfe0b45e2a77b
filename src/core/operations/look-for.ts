import type { Catalog } from '../catalog.ts';
import { type Found, findAbility } from '../find-ability.ts';
import type { AbilityRef } from '../ref.ts';
import type { OperationContext } from './context.ts';
import { FINDING, LOOKING } from './looking.ts';
import { readCatalog } from './read-catalog.ts';

/**
 * Finds an Ability in the lists of some moments ago. What is not there is looked for in the lists of now: people ask for
 * what they have just made elsewhere.
 */
export async function lookFor(
  target: AbilityRef,
  context: OperationContext,
): Promise<{ found: Found; catalog: Catalog }> {
  const catalog = await readCatalog(context, LOOKING);
  const found = findAbility(catalog, target);
  if (found.ok) return { found, catalog };
  const now = await readCatalog(context, FINDING);
  return { found: findAbility(now, target), catalog: now };
}
