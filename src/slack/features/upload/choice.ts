import type { Requester } from '../../../core/access.ts';
import type { AuditResult } from '../../../core/audit-result.ts';
import type { AuditTarget } from '../../../store/audit-record.ts';
import type { UploadRecord } from '../../../store/upload-record.ts';
import { decideUpload, type UploadDecision } from '../../../uploads/decide.ts';
import { VERB_OF_CHOICE } from '../../blocks/buttons.ts';
import type { Answer } from '../../blocks/kit.ts';
import { faultSentence, sentenceMessage } from '../../blocks/sentences.ts';
import type { SharedFile, UploadChoice } from '../../button-value.ts';
import type { Origin } from '../../modal-metadata.ts';
import type { MessagePlace } from '../../outbound/outbound.ts';
import { type AuditEntry, audited, guard } from '../../request/audit.ts';
import type { Workspace } from '../../workspace.ts';
import { refusedMessage } from '../refused.ts';
import { replaceModal } from '../replace/form.ts';
import { uploadDetails } from './details.ts';
import { findFormClashes, uploadModal } from './form-view.ts';
import { uploadDismissed, uploadNotDismissed, uploadPastChoice, uploadUnknown } from './messages.ts';
import { adoptClicked } from './place.ts';
import { updateModal } from './update-form.ts';

/** The audit entry of a decision about an upload, under the verb whose role it needs. */
export const auditEntryAbout = (
  { form, id }: Pick<UploadRecord, 'form' | 'id'>,
  decide: UploadChoice['decide'],
  { requester, origin }: Pick<AuditEntry, 'requester' | 'origin'>,
): AuditEntry => ({
  requester,
  origin,
  verb: VERB_OF_CHOICE[decide] ?? 'upload',
  line: decide,
  targets: [{ kind: 'upload', id, name: form.name }],
});

/** Whether the upload accepted the decision. The upload's own audit entry records its end. */
export const decisionResult = (
  isTaken: boolean,
  decide: UploadChoice['decide'],
  targets: readonly AuditTarget[],
): AuditResult => ({
  targets: [...targets],
  before: null,
  after: isTaken ? `decided: ${decide}` : null,
  outcome: isTaken ? 'done' : 'unchanged',
  why: isTaken ? null : 'already decided',
});

/**
 * Decides about an upload, with an audit entry. False if the upload accepts no such decision any more.
 * @throws store errors.
 */
export const decideAudited = (
  upload: { id: string; version?: number | undefined },
  { choice, decision, entry }: { choice: UploadChoice['decide']; decision: UploadDecision; entry: AuditEntry },
  workspace: Workspace,
): Promise<boolean> =>
  audited(entry, workspace, async () => {
    const decided = await decideUpload(upload, decision, workspace.uploadTools, entry.requester.userId);
    const isTaken = decided !== null;
    return { value: isTaken, result: decisionResult(isTaken, choice, entry.targets) };
  });

interface Clicked {
  requester: Requester;
  origin: Origin;
  triggerId: string;
}

/** Handles a button below an upload's message, if the upload can still accept the choice. Never throws. */
export async function answerUploadChoice(choice: UploadChoice, clicked: Clicked, workspace: Workspace): Promise<void> {
  const { requester, origin, triggerId } = clicked;
  const tell = (answer: Answer) =>
    workspace.outbound.deliver(answer, { userId: requester.userId, origin, triggerId, openedViewId: null });
  try {
    const answer = await choose(choice, clicked, workspace);
    if (answer) await tell(answer);
  } catch (error) {
    workspace.log.error({ err: error, ref: requester.ref, upload: choice.upload }, 'upload decision failed');
    await tell(sentenceMessage(faultSentence(requester.ref)));
  }
}

/** Null if the upload's own message shows the next step. */
async function choose(
  { decide, upload }: UploadChoice,
  clicked: Clicked,
  workspace: Workspace,
): Promise<Answer | null> {
  const { uploadTools, uploadWorker } = workspace;
  const record = await uploadTools.store.uploads.find(upload);
  if (!record) return uploadUnknown();
  const entry = auditEntryAbout(record, decide, clicked);
  const refusal = await guard(entry, clicked.requester, workspace);
  if (refusal) return refusedMessage(refusal, clicked.requester.ref);
  if (decide === 'details') return { surface: 'modal', view: uploadDetails(record) };
  await adoptClicked(record, clicked.origin, workspace);
  if (decide === 'replace' || decide === 'change' || decide === 'update')
    return openForm(decide, record, clicked.origin, workspace);
  const decision = toDecision(decide, clicked.requester.userId);
  const isTaken = await decideAudited(record, { choice: decide, decision, entry }, workspace);
  if (!isTaken) return uploadPastChoice(record);
  if (decide === 'cancel') uploadWorker.interrupt(upload);
  uploadWorker.wake();
  return null;
}

async function openForm(
  decide: 'replace' | 'change' | 'update',
  record: UploadRecord,
  origin: Origin,
  workspace: Workspace,
): Promise<Answer> {
  const { contents, form, question, state, zip } = record;
  if (state !== 'asking' || !question) return uploadPastChoice(record);
  if (decide === 'change') {
    const clashes = await findFormClashes(form, workspace);
    return {
      surface: 'modal',
      view: uploadModal({ file: zip, contents, suggested: null, clashes, draft: form, origin, upload: record }),
    };
  }
  if (question.kind !== 'name-taken') return uploadPastChoice(record);
  const draw = decide === 'update' ? updateModal : replaceModal;
  return { surface: 'modal', view: draw(record, question.by, origin) };
}

function toDecision(
  decide: Exclude<UploadChoice['decide'], 'replace' | 'change' | 'update' | 'details'>,
  by: string,
): UploadDecision {
  switch (decide) {
    case 'cancel':
      return { kind: 'cancel', by };
    case 'send':
      return { kind: 'send', wrap: false };
    case 'send-wrapped':
      return { kind: 'send', wrap: true };
  }
}

/** "Skip": reduces the offer to one line, unless an upload already uses its message. Never throws. */
export async function dismissUpload(
  file: SharedFile,
  place: MessagePlace,
  { requester, origin }: { requester: Requester; origin: Origin },
  workspace: Workspace,
): Promise<void> {
  const tell = (sentence: ReturnType<typeof sentenceMessage>) =>
    workspace.outbound.deliver(sentence, { userId: requester.userId, origin, triggerId: null, openedViewId: null });
  try {
    const targets = [{ kind: 'upload', id: null, name: file.name } as const];
    const refusal = await guard({ requester, origin, verb: 'upload', line: 'dismiss', targets }, requester, workspace);
    if (refusal) await tell(refusedMessage(refusal, requester.ref));
    else if (await workspace.store.uploads.isPlaceTaken(place)) await tell(uploadNotDismissed(file));
    else await workspace.outbound.edit(place, uploadDismissed(file, requester));
  } catch (error) {
    workspace.log.error({ err: error, ref: requester.ref }, 'offer not dismissed');
    await tell(sentenceMessage(faultSentence(requester.ref)));
  }
}
