import { faultResult } from '../../core/audit-result.ts';
import type { Requester } from '../../core/requester.ts';
import type { UploadRecord } from '../../store/upload-record.ts';
import { decideUpload, type UploadDecision } from '../../uploads/decide-upload.ts';
import type { Answer } from '../blocks/answer.ts';
import { refusedMessage, sentenceMessage, uploadPastChoice, uploadUnknown } from '../blocks/sentence-message.ts';
import { faultSentence } from '../blocks/trouble-sentence.ts';
import { replaceModal } from '../blocks/uploads/replace-modal.ts';
import { uploadModal } from '../blocks/uploads/upload-modal.ts';
import type { UploadChoice } from '../button-value.ts';
import type { Origin } from '../modal-metadata.ts';
import { finishAudit, startAudit } from '../request/audit.ts';
import { guard } from '../request/guard.ts';
import type { Workspace } from '../workspace.ts';
import { auditEntryAbout, decisionResult } from './record-decision.ts';

interface Clicked {
  requester: Requester;
  origin: Origin;
  triggerId: string;
}

/** A button under the message of one upload: carried out if the upload can still take it, else said so. Never throws. */
export async function answerUploadChoice(choice: UploadChoice, clicked: Clicked, workspace: Workspace): Promise<void> {
  const { requester, origin, triggerId } = clicked;
  const tell = (answer: Answer) =>
    workspace.outbound.deliver(answer, { userId: requester.userId, origin, triggerId, openedViewId: null });
  try {
    const answer = await choose(choice, clicked, workspace);
    if (answer) await tell(answer);
  } catch (error) {
    workspace.log.error({ err: error, ref: requester.ref, upload: choice.upload }, 'a choice about an upload failed');
    await tell(sentenceMessage(faultSentence(requester.ref)));
  }
}

/** Null when the message of the upload itself tells what comes next. */
async function choose(
  { decide, upload }: UploadChoice,
  clicked: Clicked,
  workspace: Workspace,
): Promise<Answer | null> {
  const { uploadTools, uploadWorker } = workspace;
  const record = await uploadTools.store.uploads.find(upload);
  if (!record || record.teamId !== workspace.tenantId) return uploadUnknown();
  const entry = auditEntryAbout(record, decide, clicked);
  const refusal = await guard(entry, clicked.requester, workspace);
  if (refusal) return refusedMessage(refusal, clicked.requester.ref);
  if (decide === 'replace' || decide === 'change') return openForm(decide, record, clicked.origin);
  const audit = await startAudit(entry, workspace);
  const decided = await decideUpload(
    record,
    toDecision(decide, clicked.requester.userId),
    uploadTools,
    clicked.requester.userId,
  ).catch(async (error: unknown) => {
    await finishAudit(audit, faultResult(), workspace);
    throw error;
  });
  await finishAudit(audit, decisionResult(decided !== null, decide, entry.targets), workspace);
  if (!decided) return uploadPastChoice(record);
  if (decide === 'cancel') uploadWorker.interrupt(upload);
  uploadWorker.wake();
  return null;
}

function openForm(decide: 'replace' | 'change', record: UploadRecord, origin: Origin): Answer {
  const { contents, form, id, question, state, zip } = record;
  if (state !== 'asking' || !question) return uploadPastChoice(record);
  if (decide === 'change') {
    return { surface: 'modal', view: uploadModal({ file: zip, contents, draft: form, origin, upload: id }) };
  }
  if (question.kind !== 'name-taken') return uploadPastChoice(record);
  return { surface: 'modal', view: replaceModal(record, question.by, origin) };
}

function toDecision(decide: Exclude<UploadChoice['decide'], 'replace' | 'change'>, by: string): UploadDecision {
  switch (decide) {
    case 'cancel':
      return { kind: 'cancel', by };
    case 'send':
      return { kind: 'send', wrap: false };
    case 'send-wrapped':
      return { kind: 'send', wrap: true };
    case 'update':
      return { kind: 'update' };
  }
}
