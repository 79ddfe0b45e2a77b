import { AbilityId } from '@abilities-bot/service-api';
import { versionName } from '../answers/version-name.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { readPathId } from '../http/read-input.ts';
import { findRunning, listReleasesOfAbility } from '../storage/releases.ts';
import { requireAbility } from './require-ability.ts';

/**
 * The releases of an Ability, newest first. Answers of this route are not recorded (service notes, "Further routes"), so
 * the fields are those of the two routes that also name releases.
 */
export const listReleases: Endpoint = {
  method: 'GET',
  paths: ['/api/capabilities/list/capability-releases/:id/'],
  credential: 'header',
  handle: async ({ account, request, parts: { db } }) => {
    const ability = await requireAbility(db, account, readPathId(AbilityId, request.params));
    const releases = await listReleasesOfAbility(db, ability.id);
    const running = findRunning(ability, releases);
    return releases.toReversed().map((release) => ({
      id: release.id,
      version: versionName(release),
      is_committed: release.isCommitted,
      commit_message: release.commitMessage,
      is_user_enabled: release === running,
      created_at: release.createdAt,
    }));
  },
};
