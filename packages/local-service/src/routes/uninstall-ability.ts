import { AbilityId, InstalledAbilityId } from '@abilities-bot/service-api';
import type { Kysely } from 'kysely';
import type { Endpoint } from '../http/endpoint.ts';
import { readPathId } from '../http/read-input.ts';
import { RequestError } from '../http/request-error.ts';
import { findAbility } from '../storage/abilities.ts';
import { unassignEverywhere } from '../storage/agents.ts';
import { deleteInstalled, findInstalled, findInstalledOfAbility } from '../storage/installed-abilities.ts';
import type { Schema } from '../storage/schema.ts';

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
  handle: async ({ account, request, parts: { db, lies } }) => {
    const id = readPathId(InstalledAbilityId, request.params);
    const abilityId = readPathId(AbilityId, request.params);
    const find = async (connection: Kysely<Schema>) => {
      const ability = await findAbility(connection, account, abilityId);
      const installed =
        (await findInstalled(connection, account, id)) ??
        (ability && (await findInstalledOfAbility(connection, ability.id)));
      if (!installed) throw new RequestError(404, 'Installed Ability does not exist');
      return installed;
    };
    const uninstall = async (transaction: Kysely<Schema>) => {
      const installed = await find(transaction);
      if (installed.abilityId !== null) await unassignEverywhere(transaction, installed.abilityId);
      await deleteInstalled(transaction, installed.id);
    };
    // Refuses an unknown ID even if the change is late.
    await find(db);
    await lies.carryOut(() => db.transaction().execute(uninstall));
    return { detail: 'Ability uninstalled.' };
  },
};
