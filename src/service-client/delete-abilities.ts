import type { AbilityId } from '@abilities-bot/service-api';
import { mayBeListed } from '@abilities-bot/service-api';
import * as z from 'zod';
import { callService } from './call-service.ts';
import { ENDPOINTS } from './endpoints.ts';
import { isServiceError } from './errors/index.ts';
import { leavesOutcomeOpen } from './leaves-outcome-open.ts';
import { listAbilities } from './read-abilities.ts';
import type { ServiceConnection } from './service-connection.ts';

/** `deleted`: no longer on the account. `unknown`: the list could not be read afterwards. */
export type DeletionFate = 'deleted' | 'still-there' | 'unknown';
export type DeletionReport = ReadonlyMap<AbilityId, DeletionFate>;

/**
 * Endpoint 8, permanent, sent once. The interface does not say what happens to the other IDs when one fails, so the list
 * is read afterwards and each ID is reported.
 *
 * @throws the service's error when the call failed and the list does not show that it deleted anything.
 */
export async function deleteAbilities(
  connection: ServiceConnection,
  ids: readonly AbilityId[],
): Promise<DeletionReport> {
  if (ids.length === 0) return new Map();
  const { name: endpoint, method, path } = ENDPOINTS.deleteAbilities;
  const body = { capability_ids: [...new Set(ids)] };
  try {
    await callService(connection, { endpoint, method, path, body, answer: z.unknown(), maxAttempts: 1 });
  } catch (error) {
    const mayBePartial = isServiceError(error) && (error.kind === 'invalid-request' || error.kind === 'not-found');
    if (!mayBePartial && !leavesOutcomeOpen(error)) throw error;
    const report = await reportEach(connection, ids);
    const fates = new Set(report.values());
    // An ID that is gone after a refusal may have been gone before: only a mixed picture shows that the call did something.
    if (fates.size === 1 && (mayBePartial || fates.has('still-there'))) throw error;
    return report;
  }
  return reportEach(connection, ids);
}

async function reportEach(connection: ServiceConnection, ids: readonly AbilityId[]): Promise<DeletionReport> {
  const listed = await readFates(connection);
  const fateOf = (id: AbilityId): DeletionFate => {
    if (listed === null) return 'unknown';
    return listed(id);
  };
  return new Map(ids.map((id) => [id, fateOf(id)]));
}

/** Null when the list cannot be read. The change is made by then, so that a failed look must not look like a failed change. */
async function readFates(connection: ServiceConnection): Promise<((id: AbilityId) => DeletionFate) | null> {
  try {
    const abilities = await listAbilities(connection);
    const ids = new Set(abilities.map(({ id }) => id));
    const mayBe = mayBeListed(abilities);
    // A row that could not be read may be this one.
    return (id) => (ids.has(id) ? 'still-there' : mayBe(id) ? 'unknown' : 'deleted');
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return null;
  }
}
