import type { Ability, InstalledAbility } from '@abilities-bot/service-api';
import type { ReadOptions } from '../../service-client/service-client.ts';
import { type Catalog, joinCatalog } from '../catalog.ts';
import type { OperationContext } from './context.ts';

/** Of each list of Abilities that is still there, what it was joined to and what came of it. */
const joined = new WeakMap<readonly Ability[], { installed: readonly InstalledAbility[]; catalog: Catalog }>();

/**
 * Reads both lists side by side and joins them: as they are now, unless they may be kept ones. Lists that are kept are joined
 * once, which takes longer than all else where an account has thousands of Abilities.
 */
export async function readCatalog({ service, now }: OperationContext, options: ReadOptions = {}): Promise<Catalog> {
  const [abilities, installed] = await Promise.all([
    service.listAbilities(options),
    service.listInstalledAbilities(options),
  ]);
  const known = joined.get(abilities);
  if (known?.installed === installed) return known.catalog;
  const catalog = joinCatalog(abilities, installed, now());
  joined.set(abilities, { installed, catalog });
  return catalog;
}
