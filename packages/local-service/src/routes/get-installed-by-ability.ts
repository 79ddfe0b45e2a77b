import { AbilityId } from '@abilities-bot/service-api';
import { versionName } from '../answers/version-name.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { readPathId } from '../http/read-input.ts';
import { RequestError } from '../http/request-error.ts';
import { findInstalledOfAbility } from '../storage/installed-abilities.ts';
import { findRunning, listReleasesOfAbility } from '../storage/releases.ts';
import { requireAbility } from './require-ability.ts';

/**
 * From an Ability ID to its installed record and releases: the best join of the two lists (service notes). An Ability
 * that is not installed has releases too: clients that upload it without an Agent push to the open one. `release_id` is the one that runs.
 */
export const getInstalledByAbility: Endpoint = {
  method: 'GET',
  paths: ['/api/capabilities/get/installed-capability/by-capability/:id/'],
  credential: 'header',
  handle: async ({ account, request, parts: { db } }) => {
    const ability = await requireAbility(db, account, readPathId(AbilityId, request.params));
    const installed = await findInstalledOfAbility(db, ability.id);
    const releases = await listReleasesOfAbility(db, ability.id);
    const running = findRunning(ability, releases);
    if (!running) throw new RequestError(404, 'This Ability has no release.');
    const packageUrl = `${request.protocol}://${request.host}/api/capabilities/get/template-file/${ability.id}/`;
    return {
      id: installed?.id ?? null,
      release_id: running.id,
      version: versionName(running),
      is_committed: running.isCommitted,
      category: installed?.category ?? ability.category,
      description: ability.description,
      trigger_words: installed?.triggerWords ?? ability.triggerWords,
      releases: releases.map((release) => ({
        id: release.id,
        version: versionName(release),
        is_committed: release.isCommitted,
        commit_message: release.commitMessage,
        zip_file: packageUrl,
      })),
    };
  },
};
