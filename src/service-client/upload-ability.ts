import { openAsBlob } from 'node:fs';
import type { Category } from '../contract/category.ts';
import type { AbilityId } from '../contract/ids.ts';
import { UploadAnswer } from '../contract/upload-answer.ts';
import { callService } from './call-service.ts';
import { ENDPOINTS } from './endpoints.ts';
import { findUploadedAbility } from './find-uploaded-ability.ts';
import { leavesOutcomeOpen } from './leaves-outcome-open.ts';
import type { ServiceConnection } from './service-connection.ts';

/** A new Ability and the files to make it from. Both files must stay where they are until the upload ends. */
export interface AbilityUpload {
  name: string;
  category: Category;
  /** One line. */
  description: string;
  /** Sent comma-separated, so that a comma inside a trigger word splits it. */
  triggerWords: readonly string[];
  zip: { path: string; fileName: string };
  image?: { path: string; fileName: string; contentType: string };
  /** The IDs on the account, read before sending: after a lost answer, an Ability of this name with another ID is ours. */
  existingIds: ReadonlySet<AbilityId>;
}

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
 * @throws UnclearOutcomeError when the list does not tell either.
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
    });
    return { abilityId, confirmedBy: 'answer', detail };
  } catch (error) {
    if (!leavesOutcomeOpen(error)) throw error;
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
  form.append('zip_file', await openAsBlob(upload.zip.path, { type: 'application/zip' }), upload.zip.fileName);
  if (upload.image) {
    const { path, fileName, contentType } = upload.image;
    form.append('image_file', await openAsBlob(path, { type: contentType }), fileName);
  }
  return form;
}
