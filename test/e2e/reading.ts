import type { InstalledAbility } from '@abilities-bot/service-api';
import type { ServiceClient } from '../../src/service/client.ts';
import { singleService } from '../single-service.ts';
import type { House } from './start-house.ts';

/** The service as seen by a caller other than the bot. */
export const otherCaller = ({ config }: House): ServiceClient => singleService(config);

export async function installedRow(house: House, name: string): Promise<InstalledAbility> {
  const row = (await otherCaller(house).listInstalledAbilities()).find((candidate) => candidate.name === name);
  if (!row) throw new Error(`${name} is not installed`);
  return row;
}
