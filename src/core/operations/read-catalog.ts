import type { ReadOptions } from '../../service-client/service-client.ts';
import { type Catalog, joinCatalog } from '../catalog.ts';
import type { OperationContext } from './context.ts';

/** Reads both lists side by side and joins them: as they are now, unless they may be kept ones. */
export async function readCatalog({ service, now }: OperationContext, options: ReadOptions = {}): Promise<Catalog> {
  const [abilities, installed] = await Promise.all([
    service.listAbilities(options),
    service.listInstalledAbilities(options),
  ]);
  return joinCatalog(abilities, installed, now());
}
