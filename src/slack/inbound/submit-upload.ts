import type { Requester } from '../../core/requester.ts';
import { acceptUpload } from '../../uploads/accept-upload.ts';
import { decideUpload } from '../../uploads/decide-upload.ts';
import { sentenceModal } from '../blocks/modal-frame.ts';
import { uploadPastChoice, uploadUnknown } from '../blocks/sentence-message.ts';
import { UPLOAD_FIELDS, uploadStartedModal } from '../blocks/uploads/upload-modal.ts';
import type { ModalMetadata, Origin } from '../modal-metadata.ts';
import type { MessagePlace } from '../outbound/outbound.ts';
import { type AuditEntry, finishAudit, startAudit } from '../request/audit.ts';
import { auditEntryAbout, decisionResult } from '../upload/record-decision.ts';
import { beginUpload } from '../upload/record-upload.ts';
import type { Workspace } from '../workspace.ts';
import type { FormReply } from './form-reply.ts';
import { readUploadForm, type UploadSubmission } from './form-values.ts';
import type { SubmissionPayload } from './payloads.ts';

type UploadMetadata = Extract<ModalMetadata, { form: 'upload' }>;

/**
 * The form of an upload: checked on the spot, then written down, and only then acked. From the ack on the person need not
 * keep anything.
 * @returns undefined closes the form.
 */
export async function submitUpload(
  payload: SubmissionPayload,
  metadata: UploadMetadata,
  requester: Requester,
  workspace: Workspace,
): Promise<FormReply | undefined> {
  const { view } = payload;
  const read = readUploadForm(view, workspace.config.uploads);
  if (!read.ok) return { response_action: 'errors', errors: read.errors };
  try {
    return metadata.upload === null
      ? await accept(payload, { ...metadata, requester }, read.value, workspace)
      : await change(
          { id: metadata.upload, teamId: workspace.tenantId },
          { requester, origin: metadata.origin },
          read.value,
          workspace,
        );
  } catch (error) {
    const { ref } = requester;
    workspace.log.error({ err: error, ref }, 'an upload could not be written down');
    const told = `I could not write this down just now, so nothing was uploaded. Press Upload again in a minute. (ref ${ref})`;
    return { response_action: 'errors', errors: { [UPLOAD_FIELDS.name]: told } };
  }
}

async function accept(
  { user, view }: SubmissionPayload,
  { requester, file, origin, seenSha256 }: UploadMetadata & { requester: Requester },
  { form, icon, wrap, zip: chosen }: UploadSubmission,
  workspace: Workspace,
): Promise<FormReply | undefined> {
  const zip = file ?? chosen;
  if (!zip) return { response_action: 'errors', errors: { [UPLOAD_FIELDS.zip]: 'Choose a zip.' } };
  const { record } = await acceptUpload(
    {
      teamId: workspace.tenantId,
      userId: user.id,
      submissionKey: `${workspace.tenantId}:${view.id}:${view.hash}`,
      ref: requester.ref,
      ...{ form, wrap, seenSha256 },
      place: file ? placeOf(origin) : null,
      thread: file ? threadOf(origin) : null,
      zip: file ?? { id: zip.id, name: zip.name },
      icon: icon ? { id: icon.id, name: icon.name } : null,
    },
    workspace.uploadTools,
  );
  // Before a worker takes it: what becomes of it is written under the same ID.
  await beginUpload(record, workspace).catch((error: unknown) =>
    workspace.log.error({ err: error, upload: record.id }, 'an upload is written into the history at its end'),
  );
  workspace.uploadWorker.wake();
  workspace.homes.changed();
  return record.place
    ? undefined
    : { response_action: 'update', view: uploadStartedModal(form, Boolean(record.thread)) };
}

/** The message that was clicked. The store gives it to one upload at a time: a second one is told directly. */
const placeOf = ({ channelId, message }: Origin): MessagePlace | null =>
  channelId && message && !message.ephemeral ? { channel: channelId, ts: message.ts } : null;

/** The message whose files were asked for, where no message of the bot's own was clicked. */
const threadOf = ({ channelId, message, threadTs }: Origin): MessagePlace | null =>
  channelId && threadTs && !message ? { channel: channelId, ts: threadTs } : null;

/** Other words for an upload that asked for them. */
async function change(
  of: { id: string; teamId: string },
  who: Pick<AuditEntry, 'requester' | 'origin'>,
  { form, icon, wrap }: UploadSubmission,
  workspace: Workspace,
): Promise<FormReply | undefined> {
  const chosen = icon ? { id: icon.id, name: icon.name } : null;
  const entry = auditEntryAbout({ id: of.id, form }, 'change', who);
  const audit = await startAudit(entry, workspace);
  const record = await decideUpload(
    of,
    { kind: 'change', form, icon: chosen, wrap },
    workspace.uploadTools,
    who.requester.userId,
  );
  await finishAudit(audit, decisionResult(record !== null, 'change', entry.targets), workspace);
  if (record) {
    workspace.uploadWorker.wake();
    return undefined;
  }
  const now = await workspace.store.uploads.find(of.id);
  const { text } = now?.teamId === of.teamId ? uploadPastChoice(now) : uploadUnknown();
  return { response_action: 'update', view: sentenceModal('Upload an Ability', text) };
}
