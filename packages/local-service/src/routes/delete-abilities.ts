import { AbilityId } from '@abilities-bot/service-api';
import * as z from 'zod';
import type { Call, Endpoint } from '../http/endpoint.ts';
import { readInput, readPathId } from '../http/read-input.ts';
import { RequestError } from '../http/request-error.ts';
import { deleteAbilityRows, findAbilities } from '../storage/abilities.ts';
import { listReleasesOfAbility } from '../storage/releases.ts';

const Deletion = z.object({ capability_ids: z.array(AbilityId).min(1, 'must not be empty.') });

/** Endpoint 8. */
export const deleteAbilities: Endpoint = {
  method: 'POST',
  paths: ['/api/capabilities/delete-capability/'],
  credential: 'header',
  accepts: ['application/json'],
  handle: async (call) => deleteFromAccount(call, readInput(Deletion, call.request.body).capability_ids),
};

/** The same for one Ability, as some clients call it (service notes, endpoint 8). */
export const deleteAbility: Endpoint = {
  method: 'DELETE',
  paths: ['/api/capabilities/delete-capability/:id', '/api/capabilities/delete-capability/:id/'],
  credential: 'header',
  handle: async (call) => deleteFromAccount(call, [readPathId(AbilityId, call.request.params)]),
};

/**
 * Deletes the IDs that exist and names the others; 404 only if none exist (the interface leaves partial failure open).
 * Also deletes the installed record and the assignments. Rejects a system Ability with the message that clients check
 * before they uninstall it instead.
 */
async function deleteFromAccount({ account, parts: { db, packages, images } }: Call, ids: readonly AbilityId[]) {
  const wanted = [...new Set(ids)];
  const { deleted, system, packageFiles, imageFiles } = await db.transaction().execute(async (transaction) => {
    const all = await findAbilities(transaction, account, wanted);
    const abilities = all.filter(({ isSystem }) => !isSystem);
    const releases = await Promise.all(abilities.map(({ id }) => listReleasesOfAbility(transaction, id)));
    const found = abilities.map(({ id }) => id);
    await deleteAbilityRows(transaction, found);
    return {
      deleted: found,
      system: all.filter(({ isSystem }) => isSystem).map(({ id }) => id),
      packageFiles: releases.flat().map(({ packageFile }) => packageFile),
      imageFiles: abilities.flatMap(({ imageFile }) => imageFile ?? []),
    };
  });
  await packages.remove(packageFiles);
  await images.remove(imageFiles);
  const missing = wanted.filter((id) => !deleted.includes(id) && !system.includes(id));
  const notFound = missing.length > 0 ? `Not on this account: ${missing.join(', ')}.` : '';
  if (deleted.length === 0 && system.length > 0) throw new RequestError(400, 'Invalid user Ability');
  if (deleted.length === 0) throw new RequestError(404, notFound);
  const refused = system.length > 0 ? `Invalid user Ability: ${system.join(', ')}.` : '';
  return { deleted, detail: [`Deleted: ${deleted.join(', ')}.`, refused, notFound].filter(Boolean).join(' ') };
}
