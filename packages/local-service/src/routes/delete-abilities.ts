import { AbilityId } from '@abilities-bot/service-api';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { Call, Endpoint } from '../http/endpoint.ts';
import { readInput, readPathId } from '../http/read-input.ts';
import { RequestError } from '../http/request-error.ts';
import { deleteAbilityRows, findAbilities } from '../storage/abilities.ts';
import type { AccountId } from '../storage/ids.ts';
import { listPackageFiles, listReleasesOfAbility } from '../storage/releases.ts';
import type { Schema } from '../storage/schema.ts';

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
async function deleteFromAccount(call: Call, ids: readonly AbilityId[]) {
  const { account, parts } = call;
  const { db, lies } = parts;
  const wanted = [...new Set(ids)];
  const isHeld = lies.isTold('delete-nothing') || lies.isTold('late-truth');
  const found = isHeld ? await select(db, account, wanted) : await deleteFound(call, wanted);
  if (!lies.isTold('delete-nothing') && isHeld) await lies.carryOut(() => deleteFound(call, wanted));
  const deleted = found.abilities.map(({ id }) => id);
  const system = found.system.map(({ id }) => id);
  const missing = wanted.filter((id) => !deleted.includes(id) && !system.includes(id));
  const notFound = missing.length > 0 ? `Not on this account: ${missing.join(', ')}.` : '';
  if (deleted.length === 0 && system.length > 0) throw new RequestError(400, 'Invalid user Ability');
  if (deleted.length === 0) throw new RequestError(404, notFound);
  const refused = system.length > 0 ? `Invalid user Ability: ${system.join(', ')}.` : '';
  return { deleted, detail: [`Deleted: ${deleted.join(', ')}.`, refused, notFound].filter(Boolean).join(' ') };
}

async function select(db: Kysely<Schema>, account: AccountId, wanted: readonly AbilityId[]) {
  const all = await findAbilities(db, account, wanted);
  return { abilities: all.filter(({ isSystem }) => !isSystem), system: all.filter(({ isSystem }) => isSystem) };
}

async function deleteFound({ account, parts: { db, packages, images } }: Call, wanted: readonly AbilityId[]) {
  const { found, packageFiles } = await db.transaction().execute(async (transaction) => {
    const found = await select(transaction, account, wanted);
    const releases = await Promise.all(found.abilities.map(({ id }) => listReleasesOfAbility(transaction, id)));
    await deleteAbilityRows(
      transaction,
      found.abilities.map(({ id }) => id),
    );
    // A duplicate shares its package.
    const inUse = new Set(await listPackageFiles(transaction));
    const files = releases.flat().map(({ packageFile }) => packageFile);
    return { found, packageFiles: files.filter((file) => !inUse.has(file)) };
  });
  await packages.remove(packageFiles);
  await images.remove(found.abilities.flatMap(({ imageFile }) => imageFile ?? []));
  return found;
}
