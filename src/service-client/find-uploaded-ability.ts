import type { AbilityId } from '@abilities-bot/service-api';
import { AbilityList } from '@abilities-bot/service-api';
import type { AbilityUpload } from './ability-upload.ts';
import { ENDPOINTS } from './endpoints.ts';
import {
  type AnyServiceError,
  isServiceError,
  NameTakenError,
  RateLimitedError,
  UnavailableError,
  UnclearOutcomeError,
} from './errors/index.ts';
import { isSameUpload } from './is-same-upload.ts';
import { normaliseText } from './normalise-text.ts';
import { repeatCall } from './repeat-call.ts';
import { requireComplete } from './require-complete.ts';
import { sendRequest } from './send-request.ts';
import type { ServiceConnection } from './service-connection.ts';

const MAX_LOOKS = 5;
const TAKEN =
  'Somebody else created it at the same time; it was left as it is, and this upload was not added. Look at it, or choose another name.';

/**
 * Looks in the list of Abilities for one that an upload with an unclear answer has made: of that name, with an ID that
 * was not there before, and with what was sent as far as the list tells. Looks again a few times inside the read budget,
 * since the service may still be at work.
 *
 * @throws NameTakenError when the one that is there is somebody else's; UnclearOutcomeError when there is none, or the
 *   list cannot be read.
 */
export async function findUploadedAbility(
  connection: ServiceConnection,
  upload: AbilityUpload,
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
    const request = { endpoint, method, path, answer: AbilityList, maxAttempts: 1, signal: upload.signal };
    const abilities = requireComplete(await sendRequest(connection, request, { number, timeoutMs }), endpoint);
    const name = normaliseText(upload.name);
    const made = abilities.filter((row) => normaliseText(row.name) === name && !upload.existingIds.has(row.id));
    const ours = made.find((row) => isSameUpload(row, upload));
    if (ours) return ours.id;
    // Names are unique, so somebody else's means that ours was not made.
    throw made.length > 0
      ? new NameTakenError({ endpoint: cause.endpoint, status: null, detail: TAKEN })
      : toUnclear(true);
  };
  const isWorthRepeating = (error: unknown) =>
    error instanceof UnclearOutcomeError || error instanceof UnavailableError || error instanceof RateLimitedError;
  const limits = { maxAttempts: MAX_LOOKS, budgetMs: connection.readBudgetMs, isWorthRepeating, signal: upload.signal };
  try {
    return await repeatCall(limits, connection.clock, look);
  } catch (error) {
    const isVerdict = error instanceof UnclearOutcomeError || error instanceof NameTakenError;
    throw isServiceError(error) && !isVerdict ? toUnclear(false) : error;
  }
}
