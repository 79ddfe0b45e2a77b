import type { AbilityId } from '@abilities-bot/service-api';
import { type AbilityRelease, ReleaseAnswer } from '@abilities-bot/service-api';
import { callService } from './call-service.ts';
import { ENDPOINTS } from './endpoints.ts';
import { isNotOffered } from './is-not-offered.ts';
import type { ServiceConnection } from './service-connection.ts';

/**
 * Whether and under which release the code of an installed Ability can be changed in place. Null when it is not
 * installed, the service does not offer it, or its answer does not tell.
 *
 * @throws UnavailableError, RateLimitedError
 */
export async function findRelease(connection: ServiceConnection, id: AbilityId): Promise<AbilityRelease | null> {
  const { name: endpoint, method, path } = ENDPOINTS.findRelease;
  try {
    const request = { endpoint, method, path: path(id), answer: ReleaseAnswer, maxAttempts: 3 };
    const { abilityId, installedId, releaseId, version, isCommitted } = await callService(connection, request);
    // The release of another Ability would get this one's code.
    if (installedId === null || releaseId === null || (abilityId !== null && abilityId !== id)) return null;
    return { abilityId: id, installedId, releaseId, version, isCommitted };
  } catch (error) {
    if (isNotOffered(error)) return null;
    throw error;
  }
}
