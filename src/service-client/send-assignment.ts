import type { AbilityId, AgentId } from '@abilities-bot/service-api';
import { FormData } from 'undici';
import * as z from 'zod';
import { callService } from './call-service.ts';
import { ENDPOINTS } from './endpoints.ts';
import { type AnyServiceError, InvalidRequestError } from './errors/index.ts';
import { leavesOutcomeOpen } from './leaves-outcome-open.ts';
import type { ServiceConnection } from './service-connection.ts';

export type AssignmentFormat = 'json' | 'multipart';

/** Which format the service has taken before; one for each client, hence for each base URL. */
export interface AssignmentMemory {
  workingFormat: AssignmentFormat | null;
}

export interface SentAssignment {
  sentAs: AssignmentFormat;
  /** The error that leaves open whether the service has acted; null when it reported success. */
  openFailure: AnyServiceError | null;
}

/**
 * Sends the list in the documented JSON first, and once more as multipart when the service refuses that with 400 or 415:
 * existing callers send multipart, and one reports that JSON is rejected. A 400 on a format that has worked before is
 * about the list itself, so nothing is sent again.
 */
export async function sendAssignment(
  connection: ServiceConnection,
  memory: AssignmentMemory,
  agentId: AgentId,
  abilityIds: readonly AbilityId[],
): Promise<SentAssignment> {
  const send = (format: AssignmentFormat) => sendAs(connection, format, agentId, abilityIds);
  // Multipart cannot say an empty list, so JSON gets its chance even where it was refused before.
  const first = abilityIds.length > 0 ? (memory.workingFormat ?? 'json') : 'json';
  try {
    return await send(first);
  } catch (refusal) {
    if (!mayBeAboutFormat(refusal, memory.workingFormat === first)) throw refusal;
    try {
      return await send(first === 'json' ? 'multipart' : 'json');
    } catch (secondRefusal) {
      throw secondRefusal instanceof InvalidRequestError ? pickClearer(refusal, secondRefusal) : secondRefusal;
    }
  }
}

async function sendAs(
  connection: ServiceConnection,
  format: AssignmentFormat,
  agentId: AgentId,
  abilityIds: readonly AbilityId[],
): Promise<SentAssignment> {
  const { name: endpoint, method, path } = ENDPOINTS.setAgentAbilities;
  const body =
    format === 'json' ? { personality_id: agentId, matching_capabilities: abilityIds } : buildForm(agentId, abilityIds);
  try {
    await callService(connection, { endpoint, method, path, body, answer: z.unknown(), maxAttempts: 1 });
    return { sentAs: format, openFailure: null };
  } catch (error) {
    if (leavesOutcomeOpen(error)) return { sentAs: format, openFailure: error };
    throw error;
  }
}

function buildForm(agentId: AgentId, abilityIds: readonly AbilityId[]): FormData {
  const form = new FormData();
  form.append('personality_id', String(agentId));
  for (const id of abilityIds) form.append('matching_capabilities', String(id));
  return form;
}

function mayBeAboutFormat(error: unknown, hasWorkedBefore: boolean): error is InvalidRequestError {
  if (!(error instanceof InvalidRequestError)) return false;
  return error.status === 415 || (error.status === 400 && !hasWorkedBefore);
}

/** Of two refusals, the one that a person can act on: the one about the list rather than about the format. */
function pickClearer(first: InvalidRequestError, second: InvalidRequestError): InvalidRequestError {
  return isAboutFormat(first) && !isAboutFormat(second) ? second : first;
}

function isAboutFormat({ status, detail }: InvalidRequestError): boolean {
  return (
    status === 415 ||
    detail === null ||
    /content.?type|media type|multipart|form.?data|json|parse|required/i.test(detail)
  );
}
