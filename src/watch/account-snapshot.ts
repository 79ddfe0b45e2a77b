import { AbilityId, AgentId, InstalledAbilityId } from '@abilities-bot/service-api';
import * as z from 'zod';
import { joinCatalog } from '../core/catalog.ts';
import type { ServiceClient } from '../service-client/service-client.ts';

const SeenAbility = z.object({ id: AbilityId, name: z.string() });
const SeenAgent = z.object({ id: AgentId, name: z.string() });
const SeenInstalled = z.object({
  id: InstalledAbilityId,
  /** Null for an orphan: an installed record that outlived its Ability. */
  abilityId: AbilityId.nullable(),
  name: z.string(),
  enabled: z.boolean(),
  triggerWords: z.array(z.string()),
});
export type SeenInstalled = z.infer<typeof SeenInstalled>;

/** What an account looked like: as much of it as others are told about. Always in the same order. */
export const AccountSnapshot = z.object({
  abilities: z.array(SeenAbility),
  installed: z.array(SeenInstalled),
  agents: z.array(SeenAgent),
});
export type AccountSnapshot = z.infer<typeof AccountSnapshot>;

export type AccountLists = Pick<ServiceClient, 'listAbilities' | 'listAgents' | 'listInstalledAbilities'>;

/** Reads the lists side by side: they may differ by what is changed meanwhile. @throws what the service throws. */
export async function takeSnapshot(service: AccountLists): Promise<AccountSnapshot> {
  const [abilities, installed, agents] = await Promise.all([
    service.listAbilities(),
    service.listInstalledAbilities(),
    service.listAgents(),
  ]);
  const { entries } = joinCatalog(abilities, installed, new Date(0));
  const rows = entries.flatMap(({ ability, installed: row }) => (row ? [{ ability, row }] : []));
  return {
    abilities: inOrder(abilities.map(({ id, name }) => ({ id, name }))),
    installed: inOrder(
      rows.map(({ ability, row: { enabled, id, name, triggerWords } }) => {
        return { id, abilityId: ability?.id ?? null, name, enabled, triggerWords: [...triggerWords].sort() };
      }),
    ),
    agents: inOrder(agents.map(({ id, name }) => ({ id, name }))),
  };
}

/** Each ID once. */
const inOrder = <T extends { id: number }>(rows: readonly T[]): T[] =>
  [...byId(rows).values()].sort((a, b) => a.id - b.id);

export const byId = <T extends { id: number }>(rows: readonly T[]): Map<T['id'], T> =>
  new Map(rows.map((row) => [row.id, row]));
