import type { AbilityId } from '@abilities-bot/service-api';
import type { OperationContext } from './context.ts';
import { readCatalog } from './read-catalog.ts';

export interface Listed {
  id: AbilityId;
  name: string;
  enabled: boolean;
}

/**
 * Those of these Abilities that are on the account, as the service lists them now.
 * @throws what the service client throws: then nobody knows whether one is enabled.
 */
export async function findListed(ids: readonly AbilityId[], context: OperationContext): Promise<Listed[]> {
  const { entries } = await readCatalog(context);
  return ids.flatMap((id): Listed[] => {
    const rows = entries.filter(({ ability }) => ability?.id === id);
    const [first] = rows;
    return first?.ability
      ? [{ id, name: first.ability.name, enabled: rows.some((row) => row.state === 'enabled') }]
      : [];
  });
}
