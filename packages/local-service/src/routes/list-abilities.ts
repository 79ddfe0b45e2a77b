import { abilityRow } from '../answers/ability-row.ts';
import type { Endpoint } from '../http/endpoint.ts';
import * as storage from '../storage/abilities.ts';
import { listInstalled } from '../storage/installed-abilities.ts';
import { listReleases } from '../storage/releases.ts';

/** Endpoint 5: a bare array. */
export const listAbilities: Endpoint = {
  method: 'GET',
  paths: ['/api/capabilities/get-all-capabilities/'],
  credential: 'header',
  handle: async ({ account, parts: { db } }) => {
    const releases = await listReleases(db, account);
    const installed = new Set((await listInstalled(db, account)).map(({ abilityId }) => abilityId));
    const abilities = await storage.listAbilities(db, account);
    return abilities.map((ability) => abilityRow(ability, installed.has(ability.id), releases));
  },
};
