import { sentenceModal } from '../../blocks/modals.ts';
import type { ModalMetadata } from '../../modal-metadata.ts';
import type { FormReply, Forms } from '../../payloads/form-values.ts';
import type { AuditEntry } from '../../request/audit.ts';
import type { Workspace } from '../../workspace.ts';
import { auditEntryAbout, decideAudited } from './choice.ts';
import { uploadPastChoice, uploadUnknown } from './messages.ts';
import { UPDATE_TITLE } from './update-form.ts';

async function submitUpdate(
  { abilityId, upload, version }: Extract<ModalMetadata, { form: 'update' }>,
  { origin, requester }: AuditEntry,
  workspace: Workspace,
): Promise<FormReply | undefined> {
  const tell = (text: string): FormReply => ({ response_action: 'update', view: sentenceModal(UPDATE_TITLE, text) });
  try {
    const record = await workspace.store.uploads.find(upload);
    if (!record || record.teamId !== workspace.tenantId) return tell(uploadUnknown().text);
    const entry = auditEntryAbout(record, 'update', { requester, origin });
    const isTaken = await decideAudited(
      { ...record, version: version ?? record.version },
      { choice: 'update', decision: { kind: 'update', abilityId }, entry },
      workspace,
    );
    if (!isTaken) return tell(uploadPastChoice(record).text);
    workspace.uploadWorker.wake();
    return undefined;
  } catch (error) {
    workspace.log.error({ err: error, ref: requester.ref }, 'update not saved');
    return tell(
      `This couldn't be saved, so nothing changed. Open *Update code…* again in a minute. (ref ${requester.ref})`,
    );
  }
}

export const updateForms: Forms<'update'> = {
  update: {
    verb: 'upload',
    submit: async ({ entry, metadata }, workspace) => ({ reply: await submitUpdate(metadata, entry, workspace) }),
  },
};
