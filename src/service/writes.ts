import { openAsBlob } from 'node:fs';
import {
  type AbilityId,
  type AgentId,
  type InstalledAbility,
  mayBeListed,
  type ReleaseId,
} from '@abilities-bot/service-api';
import { FormData } from 'undici';
import * as z from 'zod';
import type { ServiceConnection } from './connection.ts';
import { ENDPOINTS } from './endpoints.ts';
import {
  type AnyServiceError,
  InvalidRequestError,
  isServiceError,
  leavesOutcomeOpen,
  NotFoundError,
  UnreadableAnswerError,
} from './errors.ts';
import { listAbilities, listAgents } from './reads.ts';
import { callService } from './retry.ts';

/** `deleted`: no longer on the account. `unknown`: the list couldn't be read afterward. */
export type DeletionFate = 'deleted' | 'still-there' | 'unknown';
export type DeletionReport = ReadonlyMap<AbilityId, DeletionFate>;

/**
 * Endpoint 8. Permanent, and sent only once. The interface doesn't say what happens to the other IDs if one fails, so
 * the result for each ID is read from the list afterward.
 *
 * @throws the service's error if the call failed and the list doesn't show that it deleted anything.
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
    // IDs that are missing after a rejection may have been missing before. Only a mixed result shows that the call had
    // an effect.
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

/** Null if the list can't be read. That must not look like a failed change, which has been made by then. */
async function readFates(connection: ServiceConnection): Promise<((id: AbilityId) => DeletionFate) | null> {
  try {
    const abilities = await listAbilities(connection);
    const ids = new Set(abilities.map(({ id }) => id));
    const mayBe = mayBeListed(abilities);
    // The Ability may be in one of the unreadable rows.
    return (id) => (ids.has(id) ? 'still-there' : mayBe(id) ? 'unknown' : 'deleted');
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return null;
  }
}

type AssignmentFormat = 'json' | 'multipart';

/** The format that the service last accepted. One per client, and therefore per base URL. */
export interface AssignmentMemory {
  workingFormat: AssignmentFormat | null;
}

interface SentAssignment {
  sentAs: AssignmentFormat;
  /** The error that leaves the outcome open; null if the service reported success. */
  openFailure: AnyServiceError | null;
}

/**
 * Sends JSON first, as documented. If the service rejects that with 400 or 415, retries as multipart, which existing
 * clients send, one of which reports that JSON is rejected. If the format has worked before, a 400 must be about the
 * list, so it isn't retried.
 */
async function sendAssignment(
  connection: ServiceConnection,
  memory: AssignmentMemory,
  agentId: AgentId,
  abilityIds: readonly AbilityId[],
): Promise<SentAssignment> {
  const send = (format: AssignmentFormat) => sendAs(connection, format, agentId, abilityIds);
  // Multipart can't express an empty list, so JSON is tried even if it was rejected before.
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

/** The more helpful of two rejections: one about the list rather than the format. */
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

export interface AssignmentReceipt {
  sentAs: AssignmentFormat;
  /** Whether a later read shows the requested list; `unknown` if the service doesn't report the Abilities of Agents. */
  confirmed: 'yes' | 'no' | 'unknown';
  /** The list that was read afterward; null if it wasn't reported. */
  abilityIds: AbilityId[] | null;
}

/**
 * Endpoint 2: replaces all of an Agent's Abilities. Only JSON can express an empty list, and a service that accepts
 * only multipart may leave the Abilities as they are. So they are always read afterward.
 *
 * @throws the service's error if it rejected the change, or if its answer was lost and the read doesn't show the
 * requested list.
 */
export async function setAgentAbilities(
  connection: ServiceConnection,
  memory: AssignmentMemory,
  agentId: AgentId,
  abilityIds: readonly AbilityId[],
): Promise<AssignmentReceipt> {
  const wanted = new Set(abilityIds);
  const { sentAs, openFailure } = await sendAssignment(connection, memory, agentId, [...wanted]);
  const shown = await readAssignment(connection, agentId);
  // An empty list is lost in multipart, so a service that accepts only multipart didn't get the change.
  const gaveNoReason = sentAs === 'multipart' && wanted.size === 0;
  const confirmed = shown === null ? (gaveNoReason ? 'no' : 'unknown') : hasExactly(shown, wanted) ? 'yes' : 'no';
  if (openFailure !== null && confirmed !== 'yes') throw openFailure;
  // A lost answer, or a list that didn't arrive, doesn't show that the format works.
  const provesNothing = openFailure !== null || confirmed === 'no' || gaveNoReason;
  if (!provesNothing) memory.workingFormat = sentAs;
  return { sentAs, confirmed, abilityIds: shown };
}

/**
 * Null if the service doesn't report the list or can't be reached. That isn't an error, because the change has been
 * made by then.
 */
async function readAssignment(connection: ServiceConnection, agentId: AgentId): Promise<AbilityId[] | null> {
  try {
    const agents = await listAgents(connection);
    return agents.find((agent) => agent.id === agentId)?.abilityIds ?? null;
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return null;
  }
}

function hasExactly(shown: readonly AbilityId[], wanted: ReadonlySet<AbilityId>): boolean {
  const found = new Set(shown);
  return found.size === wanted.size && [...found].every((id) => wanted.has(id));
}

/** The service requires at least one trigger word, even to disable an Ability. */
export interface InstalledAbilityChange {
  enabled: boolean;
  triggerWords: readonly string[];
  /** Set to make the trigger words work for Agents; if absent, that stays as it is. */
  isForAgents?: true;
}

/**
 * Endpoint 7. Has PUT semantics: the row's other fields are sent back unchanged, so read the row immediately before.
 * Idempotent, so it may be sent twice.
 * @returns null if the answer shows the new state. Because the answer is undocumented, any other one isn't a failure:
 * it is returned, in case the list doesn't show the change.
 */
export async function setInstalledAbility(
  connection: ServiceConnection,
  row: InstalledAbility,
  change: InstalledAbilityChange,
): Promise<UnreadableAnswerError | null> {
  const { name: endpoint, method, path } = ENDPOINTS.setInstalledAbility;
  const known = {
    name: row.name,
    category: row.category,
    system_capability: row.isSystem,
    agent_capability: change.isForAgents ?? row.isForAgents,
  };
  const body = {
    ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null)),
    enabled: change.enabled,
    trigger_words: [...change.triggerWords],
  };
  const request = { endpoint, method, path: path(row.id), body, answer: z.unknown(), maxAttempts: 2 };
  const answer = await callService(connection, request);
  const isShown = z.object({ enabled: z.literal(change.enabled) }).safeParse(answer).success;
  return isShown ? null : new UnreadableAnswerError({ endpoint, status: 200, detail: null, field: null });
}

/**
 * Replaces the code of a release with a flat zip, in place. Saves without committing: a commit would create a new
 * version each time, while saving is idempotent. Sent once; after an error that `leavesOutcomeOpen` recognizes, the
 * caller may retry.
 *
 * @throws NotFoundError if there is no such release or the service lacks the route. Nothing changed then.
 */
export async function updateRelease(
  connection: ServiceConnection,
  releaseId: ReleaseId,
  zip: { path: string; fileName: string },
  commitMessage: string,
  options: { signal?: AbortSignal } = {},
): Promise<void> {
  const { name: endpoint, method, path } = ENDPOINTS.updateRelease;
  const body = new FormData();
  body.append('committed', 'false');
  body.append('commit_message', commitMessage);
  body.append('zip_file', await openAsBlob(zip.path, { type: 'application/zip' }), zip.fileName);
  try {
    await callService(connection, {
      endpoint,
      method,
      path: path(releaseId),
      body,
      answer: z.unknown(),
      maxAttempts: 1,
      redirect: 'error',
      timeoutMs: connection.uploadTimeoutMs,
      signal: options.signal,
    });
  } catch (error) {
    if (!isAbsence(error)) throw error;
    throw new NotFoundError({ endpoint, status: error.status, detail: error.detail });
  }
}

/**
 * Makes a release the current one. Idempotent, so it may be sent twice. Its answer isn't used: read the list to see
 * which release is current.
 *
 * @throws NotFoundError if there is no such release or the service lacks the route. Nothing changed then.
 */
export async function enableRelease(connection: ServiceConnection, releaseId: ReleaseId): Promise<void> {
  const { name: endpoint, method, path } = ENDPOINTS.enableRelease;
  try {
    await callService(connection, { endpoint, method, path: path(releaseId), answer: z.unknown(), maxAttempts: 2 });
  } catch (error) {
    if (!isAbsence(error)) throw error;
    throw new NotFoundError({ endpoint, status: error.status, detail: error.detail });
  }
}

/** A missing route yields a 404, with or without a web page; a 405; or a redirect to an existing page. */
function isAbsence(error: unknown): error is AnyServiceError {
  if (!isServiceError(error)) return false;
  const isRedirect = error.kind === 'misconfigured-base-url' && error.reason === 'redirect';
  return isRedirect || error.status === 404 || error.status === 405;
}
