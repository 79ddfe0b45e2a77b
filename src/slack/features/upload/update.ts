import type { Requester } from '../../../core/access.ts';
import { sentenceModal } from '../../blocks/modals.ts';
import type { ModalMetadata } from '../../modal-metadata.ts';
import type { Asked, Forms, Submitted } from '../../payloads/form-values.ts';
import type { Workspace } from '../../workspace.ts';
import { uploadPastChoice, uploadUnknown } from './messages.ts';
import { showDecision } from './show-decision.ts';
import { UPDATE_TITLE } from './update-form.ts';

const instead = (text: string): Submitted => ({
  reply: { response_action: 'update', view: sentenceModal(UPDATE_TITLE, text) },
});

const fault = (ref: string): Submitted =>
  instead(`I couldn't save this, so nothing changed. Click *Update code…* again in a minute. (ref ${ref})`);

async function submitUpdate(
  { abilityId, upload, version }: Extract<ModalMetadata, { form: 'update' }>,
  requester: Requester,
  { context, log }: Workspace,
): Promise<Asked> {
  try {
    const record = await context.uploads.find(upload);
    if (!record) return instead(uploadUnknown().text);
    if (version !== undefined && record.version !== version) return instead(uploadPastChoice(record).text);
    return {
      command: {
        verb: 'decide-upload',
        upload,
        version: record.version,
        decision: { kind: 'update', abilityId },
      },
      inForm: showDecision({ fault, instead, refuse: instead }, requester),
    };
  } catch (error) {
    log.error({ err: error, ref: requester.ref }, 'update not saved');
    return fault(requester.ref);
  }
}

export const updateForms: Forms<'update'> = {
  update: {
    verb: 'upload',
    submit: ({ entry, metadata }, workspace) => submitUpdate(metadata, entry.requester, workspace),
    isOfAnyAccount: true,
  },
};
