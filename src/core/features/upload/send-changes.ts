import type { UploadRecord } from '../../../store/upload-record.ts';
import { done } from '../../audit-result.ts';
import type { CommandRows, OutcomeRows } from '../../feature.ts';
import { type ChooseOutcome, findUploadTarget, pastChoice, uploadTarget } from './choose.ts';

/** Sends a file with all changes that an upload would make to the code of the Ability that has its name. */
export interface SendChangesCommand {
  verb: 'send-changes';
  upload: string;
}

export type SendChangesOutcome = { kind: 'changes-sent'; record: UploadRecord };

export const sendChangesCommands: CommandRows<SendChangesCommand> = {
  'send-changes': {
    verb: 'upload',
    auditLine: () => 'send changes',
    changes: false,
    audited: true,
    targets: ({ upload }) => [uploadTarget({ uploadId: upload, name: null })],
    findTargets: ({ upload }, context) => findUploadTarget(upload, context),
    ofAnyAccount: true,
    // Opens above the form that has the button, which stays open.
    form: () => 'All changes',
    run: async ({ upload }, { context }): Promise<SendChangesOutcome | ChooseOutcome> => {
      const record = await context.uploads.find(upload);
      if (!record) return { kind: 'upload-unknown', uploadId: upload, name: null };
      const isOpen = record.state === 'asking' && record.question?.kind === 'name-taken';
      return isOpen ? { kind: 'changes-sent', record } : pastChoice(record);
    },
  },
};

export const sendChangesOutcomes: OutcomeRows<SendChangesOutcome> = {
  'changes-sent': {
    audit: ({ record: { form, id } }) => ({
      ...done([uploadTarget({ uploadId: id, name: form.name })]),
      after: 'code changes sent',
    }),
    change: null,
  },
};
