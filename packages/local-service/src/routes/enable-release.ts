import type { Endpoint } from '../http/endpoint.ts';
import { readPathId } from '../http/read-input.ts';
import { RequestError } from '../http/request-error.ts';
import { updateAbility } from '../storage/abilities.ts';
import { ReleaseId } from '../storage/ids.ts';
import { findRelease } from '../storage/releases.ts';

/** Runs this release of its Ability, until new code is sent (service notes, "Further routes"). Idempotent. */
export const enableRelease: Endpoint = {
  method: 'POST',
  paths: ['/api/capabilities/enable/release/:id/'],
  credential: 'header',
  handle: async ({ account, request, parts: { db, lies } }) => {
    const id = readPathId(ReleaseId, request.params);
    const release = await findRelease(db, account, id);
    if (!release) throw new RequestError(404, 'Release not found.');
    const enable = () => updateAbility(db, release.abilityId, { enabledReleaseId: id });
    if (!lies.isTold('old-code')) await lies.carryOut(enable);
    return { release_id: id, detail: 'Release enabled.' };
  },
};
