import { type Catalog, joinCatalog } from '../catalog.ts';
import type { OperationContext } from './context.ts';

/** Reads both lists side by side and joins them. */
export async function readCatalog({ service, now }: OperationContext): Promise<Catalog> {
  const [abilities, installed] = await Promise.all([service.listAbilities(), service.listInstalledAbilities()]);
  return joinCatalog(abilities, installed, now());
}
