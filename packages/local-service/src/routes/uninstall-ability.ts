import { AbilityId, InstalledAbilityId } from '@abilities-bot/service-api';
import type { Endpoint } from '../http/endpoint.ts';
import { readPathId } from '../http/read-input.ts';
import { RequestError } from '../http/request-error.ts';
import { findAbility } from '../storage/abilities.ts';
import { unassignEverywhere } from '../storage/agents.ts';
import { deleteInstalled, findInstalled, findInstalledOfAbility } from '../storage/installed-abilities.ts';

/**
 * Removes an installed record and keeps the Ability. The notes only name the route; since it uninstalls, its ID is an
 * installed ID, so that orphans can be removed too. Clients send an Ability ID after delete-capability has rejected a
 * system Ability, so an ID without an installed record is tried as that. Unassigns the Ability, since Agents use only
 * installed ones.
 */
export const uninstallAbility: Endpoint = {
  method: 'DELETE',
  paths: ['/api/capabilities/uninstall-capability/:id/'],
  credential: 'header',
  handle: async ({ account, request, parts: { db } }) => {
    const id = readPathId(InstalledAbilityId, request.params);
    const abilityId = readPathId(AbilityId, request.params);
    await db.transaction().execute(async (transaction) => {
      const ability = await findAbility(transaction, account, abilityId);
      const installed =
        (await findInstalled(transaction, account, id)) ??
        (ability && (await findInstalledOfAbility(transaction, ability.id)));
      if (!installed) throw new RequestError(404, 'Installed Ability does not exist');
      if (installed.abilityId !== null) await unassignEverywhere(transaction, installed.abilityId);
      await deleteInstalled(transaction, installed.id);
    });
    return { detail: 'Ability uninstalled.' };
  },
};
