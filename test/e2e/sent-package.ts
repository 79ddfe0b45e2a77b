import { join } from 'node:path';
import { DEFAULT_LIMITS, inspectPackage } from '@abilities-bot/ability-zip';
import { makeFolder } from '../make-folder.ts';
import { otherCaller } from './reading.ts';
import type { House } from './start-house.ts';

/** The paths of an Ability's files as stored by the service, relative to its top folder. */
export async function sentPackage(house: House, name: string): Promise<string[]> {
  const service = otherCaller(house);
  const ability = (await service.listAbilities()).find((row) => row.name === name);
  if (!ability) throw new Error(`${name} is not on the account.`);
  const path = join(await makeFolder(), 'sent.zip');
  if (!(await service.downloadPackage(ability.id, path, DEFAULT_LIMITS.maxBytes))) throw new Error('It is not given.');
  return (await inspectPackage(path, DEFAULT_LIMITS)).files.map((file) => file.path);
}
