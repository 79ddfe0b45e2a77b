import { AbilityList } from '../contract/ability.ts';
import type { AbilityId } from '../contract/ids.ts';
import { ENDPOINTS } from './endpoints.ts';
import {
  type AnyServiceError,
  isServiceError,
  RateLimitedError,
  UnavailableError,
  UnclearOutcomeError,
} from './errors/index.ts';
import { repeatCall } from './repeat-call.ts';
import { sendRequest } from './send-request.ts';
import type { ServiceConnection } from './service-connection.ts';

const MAX_LOOKS = 5;

/**
 * Looks in the list of Abilities for one that an upload with an unclear answer has made: of that name, and with an ID
 * that was not there before. Looks again a few times inside the read budget, since the service may still be at work.
 *
 * @throws UnclearOutcomeError when it is not found, or the list cannot be read.
 */
export async function findUploadedAbility(
  connection: ServiceConnection,
  upload: { name: string; existingIds: ReadonlySet<AbilityId> },
  cause: AnyServiceError,
): Promise<AbilityId> {
  const toUnclear = (listWasRead: boolean) =>
    new UnclearOutcomeError({
      endpoint: cause.endpoint,
      status: cause.status,
      detail: cause.detail,
      causeKind: cause.kind,
      listWasRead,
    });
  const { name: endpoint, method, path } = ENDPOINTS.listAbilities;
  const look = async (number: number, remainingMs: number): Promise<AbilityId> => {
    const timeoutMs = Math.min(connection.timeoutMs, remainingMs);
    const request = { endpoint, method, path, answer: AbilityList, maxAttempts: 1 };
    const abilities = await sendRequest(connection, request, { number, timeoutMs });
    const ours = abilities.find(({ id, name }) => name === upload.name.trim() && !upload.existingIds.has(id));
    if (ours) return ours.id;
    throw toUnclear(true);
  };
  const isWorthRepeating = (error: unknown) =>
    error instanceof UnclearOutcomeError || error instanceof UnavailableError || error instanceof RateLimitedError;
  const limits = { maxAttempts: MAX_LOOKS, budgetMs: connection.readBudgetMs, isWorthRepeating };
  try {
    return await repeatCall(limits, connection.clock, look);
  } catch (error) {
    throw isServiceError(error) && error.kind !== 'unclear' ? toUnclear(false) : error;
  }
}
