import { openAsBlob } from 'node:fs';
import { type Ability, type AbilityId, AbilityList, type AgentId, UploadAnswer } from '@abilities-bot/service-api';
import { FormData } from 'undici';
import type { ServiceConnection } from './connection.ts';
import { ENDPOINTS } from './endpoints.ts';
import {
  type AnyServiceError,
  isServiceError,
  leavesOutcomeOpen,
  NameTakenError,
  RateLimitedError,
  UnavailableError,
  UnclearOutcomeError,
} from './errors.ts';
import { sendRequest } from './http.ts';
import type { ServiceClient } from './methods.ts';
import { requireComplete } from './reads.ts';
import { callService, repeatCall } from './retry.ts';
import type { AbilityUpload } from './types.ts';

/** Normalizes text for comparison: NFC, single spaces, trimmed. */
function normalizeText(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}

/**
 * True if a listed Ability matches an upload: the name, category, description and trigger words are equal, where both
 * have them. Ignores whitespace, Unicode form, and the order and grouping of trigger words. Doesn't compare the
 * package.
 */
export function isSameUpload(
  ability: Ability,
  upload: Pick<AbilityUpload, 'name' | 'category' | 'description' | 'triggerWords'>,
): boolean {
  return (
    isSameText(ability.name, upload.name) &&
    isSameText(ability.category, upload.category) &&
    isSameText(ability.description, upload.description) &&
    isSameText(joinAsSet(ability.triggerWords), joinAsSet(upload.triggerWords))
  );
}

/** An empty or absent text matches anything. */
function isSameText(shown: string | null, sent: string): boolean {
  const [ours, theirs] = [normalizeText(sent), normalizeText(shown ?? '')];
  return ours === '' || theirs === '' || ours === theirs;
}

/** Trigger words were sent comma-separated, so the service has split any that contain a comma. */
function joinAsSet(words: readonly string[]): string {
  const each = words.join(',').split(',').map(normalizeText);
  return [...new Set(each)]
    .filter((word) => word !== '')
    .sort()
    .join(',');
}

const MAX_READS = 5;
const TAKEN =
  "Someone else created an Ability with this name at the same time, so yours wasn't uploaded. Check theirs, or choose another name.";

/**
 * Searches the list for the Ability created by an upload with an unclear answer: it has the same name, a new ID and
 * matching fields. Retries within the read budget, because the service may still be processing the upload.
 *
 * @throws NameTakenError if the name belongs to someone else's Ability; UnclearOutcomeError if none is found or the
 * list can't be read.
 */
async function findUploadedAbility(
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
  const find = async (number: number, remainingMs: number): Promise<AbilityId> => {
    const timeoutMs = Math.min(connection.timeoutMs, remainingMs);
    const request = { endpoint, method, path, answer: AbilityList, maxAttempts: 1, signal: upload.signal };
    const abilities = requireComplete(await sendRequest(connection, request, { number, timeoutMs }), endpoint);
    const name = normalizeText(upload.name);
    const made = abilities.filter((row) => normalizeText(row.name) === name && !upload.existingIds.has(row.id));
    const ours = made.find((row) => isSameUpload(row, upload));
    if (ours) return ours.id;
    // Names are unique, so if someone else's Ability has the name, this upload created nothing.
    throw made.length > 0
      ? new NameTakenError({ endpoint: cause.endpoint, status: null, detail: TAKEN })
      : toUnclear(true);
  };
  const isWorthRepeating = (error: unknown) =>
    error instanceof UnclearOutcomeError || error instanceof UnavailableError || error instanceof RateLimitedError;
  const limits = { maxAttempts: MAX_READS, budgetMs: connection.readBudgetMs, isWorthRepeating, signal: upload.signal };
  try {
    return await repeatCall(limits, connection.clock, find);
  } catch (error) {
    const isVerdict = error instanceof UnclearOutcomeError || error instanceof NameTakenError;
    throw isServiceError(error) && !isVerdict ? toUnclear(false) : error;
  }
}

export interface UploadReceipt {
  abilityId: AbilityId;
  /** `list`: the answer had no ID, but the list showed the Ability. */
  confirmedBy: 'answer' | 'list';
  /** The service's message about the success; null if there was none, or the answer was unclear. */
  detail: string | null;
}

/**
 * Endpoint 3. Sent only once, because resending after a lost answer yields "same name already exists" for an upload
 * that has succeeded. After an unclear answer, the list of Abilities shows whether it did.
 *
 * @throws UnclearOutcomeError if the list doesn't show it either; NameTakenError if someone else's Ability has the
 * name; UnavailableError with code ABORTED if the signal aborted, with `mayHaveArrived` unless nothing was sent.
 */
export async function uploadAbility(connection: ServiceConnection, upload: AbilityUpload): Promise<UploadReceipt> {
  const { name: endpoint, method, path } = ENDPOINTS.uploadAbility;
  const body = await buildForm(upload);
  try {
    const { abilityId, detail } = await callService(connection, {
      endpoint,
      method,
      path,
      body,
      answer: UploadAnswer,
      maxAttempts: 1,
      redirect: 'error',
      timeoutMs: connection.uploadTimeoutMs,
      signal: upload.signal,
    });
    return { abilityId, confirmedBy: 'answer', detail };
  } catch (error) {
    if (!leavesOutcomeOpen(error) || upload.signal?.aborted) throw error;
    return { abilityId: await findUploadedAbility(connection, upload, error), confirmedBy: 'list', detail: null };
  }
}

/** `openAsBlob` reads the file during the upload, so that memory use doesn't depend on its size. */
async function buildForm(upload: AbilityUpload): Promise<FormData> {
  const form = new FormData();
  form.append('name', upload.name);
  form.append('category', upload.category);
  form.append('description', upload.description);
  form.append('trigger_words', upload.triggerWords.join(','));
  if (upload.agentId !== undefined) form.append('personality_id', String(upload.agentId));
  form.append('zip_file', await openAsBlob(upload.zip.path, { type: 'application/zip' }), upload.zip.fileName);
  if (upload.image) {
    const { path, fileName, contentType } = upload.image;
    form.append('image_file', await openAsBlob(path, { type: contentType }), fileName);
  }
  return form;
}

/**
 * Uploads an Ability for an Agent. If the service rejects the Agent, uploads without one, because the previous Ability
 * may already be deleted. A rejection is definite, so this creates no duplicate.
 */
export async function uploadForAgent(
  service: ServiceClient,
  upload: AbilityUpload,
  agentId: AgentId | null,
): Promise<UploadReceipt> {
  if (agentId === null) return service.uploadAbility(upload);
  try {
    return await service.uploadAbility({ ...upload, agentId });
  } catch (error) {
    if (!isAboutAgent(error)) throw error;
    return service.uploadAbility(upload);
  }
}

function isAboutAgent(error: unknown): boolean {
  if (!isServiceError(error)) return false;
  if (error.kind === 'not-found') return true;
  return error.kind === 'invalid-request' && /\b(agent|personality)/i.test(error.detail ?? '');
}
