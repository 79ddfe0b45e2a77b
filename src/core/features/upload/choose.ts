import type { AuditTarget } from '../../../store/audit-record.ts';
import type { TakenBy, UploadRecord } from '../../../store/upload-record.ts';
import { type AuditResult, done, unchanged } from '../../audit-result.ts';
import { type Clash, findClashes } from '../../clashes.ts';
import { type CommandRows, type OutcomeRows, type Run, SHOWS } from '../../feature.ts';
import type { OperationContext } from '../../operation-context.ts';
import type { UploadDecision, UploadPlace } from './account-uploads.ts';

/** The choices that the buttons of an upload's message offer. */
export const UPLOAD_CHOICES = ['cancel', 'send', 'send-wrapped', 'update', 'replace', 'change', 'details'] as const;
export type UploadChoice = (typeof UPLOAD_CHOICES)[number];

/** `place`: the message with the button; null if only one person sees it. */
export interface ChooseCommand {
  verb: 'choose-for-upload';
  upload: string;
  decide: UploadChoice;
  place: UploadPlace | null;
}

interface OfUpload {
  uploadId: string;
  name: string;
}

export type ChooseOutcome =
  /** The upload has received the decision, and shows the next step in its own message. */
  | ({ kind: 'upload-decided'; decide: UploadChoice } & OfUpload)
  /** The upload no longer accepts this decision. */
  | ({ kind: 'upload-past-choice'; record: UploadRecord } & OfUpload)
  /** The upload is so old that its record is no longer kept. */
  | { kind: 'upload-unknown'; uploadId: string; name: string | null }
  | { kind: 'upload-details'; record: UploadRecord }
  | { kind: 'upload-change-form'; record: UploadRecord; clashes: Clash[] }
  /** `started`: true if the same request has started the upload. */
  | { kind: 'upload-update-form'; record: UploadRecord; by: TakenBy; started?: true }
  | { kind: 'upload-replace-form'; record: UploadRecord; by: TakenBy };

/** Replacing has its own verb because it deletes; showing details changes nothing. */
function verbOfChoice(decide: UploadChoice): string {
  if (decide === 'replace') return 'replace';
  return decide === 'details' ? 'show' : 'upload';
}

/** Null for a choice that opens a form or only shows something. */
function decisionOf(decide: UploadChoice, by: string): UploadDecision | null {
  if (decide === 'cancel') return { kind: 'cancel', by };
  if (decide === 'send') return { kind: 'send', wrap: false };
  return decide === 'send-wrapped' ? { kind: 'send', wrap: true } : null;
}

export const uploadTarget = ({ name, uploadId }: { uploadId: string; name: string | null }): AuditTarget => ({
  kind: 'upload',
  id: uploadId,
  name,
});

/** The upload as a target; without its name if the record is no longer kept. */
export async function findUploadTarget(id: string, { uploads }: OperationContext): Promise<AuditTarget[]> {
  const record = await uploads.find(id);
  return [uploadTarget({ uploadId: id, name: record?.form.name ?? null })];
}

export const chooseCommands: CommandRows<ChooseCommand> = {
  'choose-for-upload': {
    verb: ({ decide }) => verbOfChoice(decide),
    auditLine: ({ decide }) => decide,
    changes: ({ decide }) => decisionOf(decide, '') !== null,
    targets: ({ upload }) => [uploadTarget({ uploadId: upload, name: null })],
    findTargets: ({ upload }, context) => findUploadTarget(upload, context),
    ofAnyAccount: true,
    form: 'at-once',
    run: (command, run) => choose(command, run),
  },
};

const tooLate = (target: AuditTarget): AuditResult => ({
  ...unchanged([target]),
  why: 'no longer waiting for a decision',
});

export const chooseOutcomes: OutcomeRows<ChooseOutcome> = {
  // The upload's own audit entry records its end.
  'upload-decided': {
    audit: ({ decide, name, uploadId }) => ({
      ...done([uploadTarget({ name, uploadId })]),
      after: `decided: ${decide}`,
    }),
    change: null,
  },
  'upload-past-choice': { audit: (outcome) => tooLate(uploadTarget(outcome)), change: null },
  'upload-unknown': { audit: (outcome) => tooLate(uploadTarget(outcome)), change: null },
  'upload-details': SHOWS,
  'upload-change-form': SHOWS,
  'upload-update-form': SHOWS,
  'upload-replace-form': SHOWS,
};

async function choose(
  { decide, place, upload }: ChooseCommand,
  { context, requester }: Pick<Run, 'context' | 'requester'>,
): Promise<ChooseOutcome> {
  const { uploads } = context;
  const record = await uploads.find(upload);
  if (!record) return { kind: 'upload-unknown', uploadId: upload, name: null };
  if (decide === 'details') return { kind: 'upload-details', record };
  if (place) await uploads.adopt(record, place);
  const decision = decisionOf(decide, requester.userId);
  if (!decision) return openForm(decide, record, context);
  const { name } = record.form;
  return (await uploads.decide(record, decision, requester.userId))
    ? { kind: 'upload-decided', decide, uploadId: upload, name }
    : pastChoice(record);
}

export const pastChoice = (record: UploadRecord): ChooseOutcome => ({
  kind: 'upload-past-choice',
  record,
  uploadId: record.id,
  name: record.form.name,
});

async function openForm(decide: UploadChoice, record: UploadRecord, context: OperationContext): Promise<ChooseOutcome> {
  const { form, question, state } = record;
  if (state !== 'asking' || !question) return pastChoice(record);
  if (decide === 'change') {
    const clashes = await findClashes({ words: form.triggerWords, ownId: null, ownName: form.name }, context);
    return { kind: 'upload-change-form', record, clashes };
  }
  if (question.kind !== 'name-taken') return pastChoice(record);
  const kind = decide === 'update' ? 'upload-update-form' : 'upload-replace-form';
  return { kind, record, by: question.by };
}
