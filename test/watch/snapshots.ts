import { AbilityId, AgentId, InstalledAbilityId } from '@abilities-bot/service-api';
import type { AccountSnapshot, SeenInstalled } from '../../src/watch/compare.ts';

/** Small, fixed accounts. */

export const seenAbility = (id: number, name: string) => ({ id: AbilityId.parse(id), name });
export const seenAgent = (id: number, name: string) => ({ id: AgentId.parse(id), name });

export const seenInstalled = (
  id: number,
  abilityId: number | null,
  name: string,
  more: Partial<Pick<SeenInstalled, 'enabled' | 'triggerWords'>> = {},
): SeenInstalled => ({
  id: InstalledAbilityId.parse(id),
  abilityId: abilityId === null ? null : AbilityId.parse(abilityId),
  name,
  enabled: true,
  triggerWords: [],
  ...more,
});

export const snapshot = (lists: Partial<AccountSnapshot> = {}): AccountSnapshot => ({
  abilities: [],
  installed: [],
  agents: [],
  ...lists,
});

/** Weather is installed, Radio is not. */
export const WEATHER_ROW = seenInstalled(901, 1, 'Weather', { triggerWords: ['rain', 'snow'] });
export const SMALL = snapshot({
  abilities: [seenAbility(1, 'Weather'), seenAbility(2, 'Radio')],
  installed: [WEATHER_ROW],
  agents: [seenAgent(301, 'Echo')],
});
