import { sentenceModal } from '../../blocks/modals.ts';
import type { ModalMetadata } from '../../modal-metadata.ts';
import type { Forms, Submitted } from '../../payloads/form-values.ts';
import type { AuditEntry } from '../../request/audit.ts';
import type { Workspace } from '../../workspace.ts';
import { auditEntryAbout } from './choice.ts';
import { decideOrAsk } from './decide-or-ask.ts';
import { uploadPastChoice, uploadUnknown } from './messages.ts';
import { UPDATE_TITLE } from './update-form.ts';

const instead = (text: string): Submitted => ({
  reply: { response_action: 'update', view: sentenceModal(UPDATE_TITLE, text) },
});

async function submitUpdate(
  { abilityId, origin, upload, version }: Extract<ModalMetadata, { form: 'update' }>,
  { requester }: AuditEntry,
  workspace: Workspace,
): Promise<Submitted> {
  try {
    const record = await workspace.store.uploads.find(upload);
    if (!record) return instead(uploadUnknown().text);
    if (version !== undefined && record.version !== version) return instead(uploadPastChoice(record).text);
    const entry = auditEntryAbout(record, 'update', { requester, origin });
    const decision = { kind: 'update', ...(abilityId === undefined ? {} : { abilityId }) } as const;
    return await decideOrAsk(record, decision, { entry, origin, instead, refuse: instead }, workspace);
  } catch (error) {
    workspace.log.error({ err: error, ref: requester.ref }, 'update not saved');
    return instead(
      `This couldn't be saved, so nothing changed. Open *Update code…* again in a minute. (ref ${requester.ref})`,
    );
  }
}

export const updateForms: Forms<'update'> = {
  update: {
    verb: 'upload',
    submit: ({ entry, metadata }, workspace) => submitUpdate(metadata, entry, workspace),
    isOfAnyAccount: true,
  },
};
