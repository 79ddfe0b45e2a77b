import { openAsBlob } from 'node:fs';
import type { AbilityId } from '@abilities-bot/service-api';
import { UploadAnswer } from '@abilities-bot/service-api';
import { FormData } from 'undici';
import type { AbilityUpload } from './ability-upload.ts';
import { callService } from './call-service.ts';
import { ENDPOINTS } from './endpoints.ts';
import { findUploadedAbility } from './find-uploaded-ability.ts';
import { leavesOutcomeOpen } from './leaves-outcome-open.ts';
import type { ServiceConnection } from './service-connection.ts';

export interface UploadReceipt {
  abilityId: AbilityId;
  /** `list`: the answer did not tell the ID, the list did. */
  confirmedBy: 'answer' | 'list';
  /** The service's own sentence on the success; null when it gave none, or no clear answer arrived. */
  detail: string | null;
}

/**
 * Endpoint 3, sent once: callers that resend after a lost answer are told "same name already exists" about an upload
 * that worked. After an unclear answer the list of Abilities tells what happened.
 *
 * @throws UnclearOutcomeError when the list does not tell either; NameTakenError when the list shows that somebody else
 *   took the name; UnavailableError with code ABORTED when the signal fired, `mayHaveArrived` unless nothing was sent.
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

/** `openAsBlob` reads the file while it is sent, so that memory stays constant however large the package is. */
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
