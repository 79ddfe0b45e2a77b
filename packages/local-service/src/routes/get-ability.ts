import { AbilityId } from '@abilities-bot/service-api';
import { abilityRow } from '../answers/ability-row.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { readPathId } from '../http/read-input.ts';
import { findInstalledOfAbility } from '../storage/installed-abilities.ts';
import { listReleasesOfAbility } from '../storage/releases.ts';
import { requireAbility } from './require-ability.ts';

/** Endpoint 4: the same row as in the list. */
export const getAbility: Endpoint = {
  method: 'GET',
  paths: ['/api/capabilities/get-capability/:id/'],
  credential: 'header',
  handle: async ({ account, request, parts: { db } }) => {
    const ability = await requireAbility(db, account, readPathId(AbilityId, request.params));
    const installed = await findInstalledOfAbility(db, ability.id);
    return abilityRow(ability, installed !== undefined, await listReleasesOfAbility(db, ability.id));
  },
};
