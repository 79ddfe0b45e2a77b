import { faultResult } from '../../../core/audit-result.ts';
import { decideUpload } from '../../../uploads/decide.ts';
import { sentenceModal } from '../../blocks/modals.ts';
import type { ModalMetadata } from '../../modal-metadata.ts';
import type { FormReply, Forms } from '../../payloads/form-values.ts';
import { type AuditEntry, finishAudit, startAudit } from '../../request/audit.ts';
import type { Workspace } from '../../workspace.ts';
import { auditEntryAbout, decisionResult } from './choice.ts';
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
    const audit = await startAudit(entry, workspace);
    const decided = await decideUpload(
      { ...record, version: version ?? record.version },
      { kind: 'update', abilityId },
      workspace.uploadTools,
      requester.userId,
    ).catch(async (error: unknown) => {
      await finishAudit(audit, faultResult(), workspace);
      throw error;
    });
    await finishAudit(audit, decisionResult(decided !== null, 'update', entry.targets), workspace);
    if (!decided) return tell(uploadPastChoice(record).text);
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
