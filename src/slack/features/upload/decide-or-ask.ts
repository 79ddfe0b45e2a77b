import { withTrace } from '../../../base/request-context.ts';
import { auditResultOf } from '../../../core/registry.ts';
import { TheService } from '../../../core/service-name.ts';
import type { ApprovalRecord } from '../../../store/approval-record.ts';
import type { UploadRecord } from '../../../store/upload-record.ts';
import { askAboutUpload, type ReviewedDecision } from '../../../uploads/approve.ts';
import type { Origin } from '../../modal-metadata.ts';
import type { Submitted } from '../../payloads/form-values.ts';
import { type AuditEntry, audited } from '../../request/audit.ts';
import type { Workspace } from '../../workspace.ts';
import { approvalAskedMessage, uploadWaitsSentence } from '../approvals/approvals.ts';
import { askApprovers } from '../approvals/ask.ts';
import { decisionResult } from './choice.ts';
import { uploadPastChoice } from './messages.ts';

interface Deciding {
  entry: AuditEntry;
  origin: Origin;
  /** Replaces the form with a sentence. */
  instead: (text: string) => Submitted;
  /** Shows the sentence in the form, which can be submitted again. */
  refuse: (sentence: string) => Submitted;
}

const notTold = () => `${TheService()} didn't say in time whether the Ability is enabled`;

/**
 * Applies the decision of a form to an upload, or requests an approval if it needs one. The upload keeps asking meanwhile.
 * @throws store errors.
 */
export function decideOrAsk(
  record: UploadRecord,
  decision: ReviewedDecision,
  { entry, instead, origin, refuse }: Deciding,
  workspace: Workspace,
): Promise<Submitted> {
  const { requester } = entry;
  const targets = [{ kind: 'upload', id: record.id, name: record.form.name } as const];
  return audited({ ...entry, targets }, workspace, async (attemptId) => {
    const asked = await askAboutUpload(record, decision, { attemptId, userId: requester.userId }, workspace);
    const untaken = decisionResult(false, decision.kind, targets);
    const past = { result: untaken, value: instead(uploadPastChoice(record).text) };
    if (asked.kind === 'past') return past;
    if (asked.kind === 'unclear') {
      const said = `${notTold()}, so nothing changed. Try again in a minute. (ref ${requester.ref})`;
      return { result: { ...untaken, outcome: 'failed', why: notTold() }, value: refuse(said) };
    }
    if (asked.kind === 'waits') {
      const { approval, isNew } = asked;
      const told = instead(uploadWaitsSentence(approval, isNew, requester));
      return {
        result: auditResultOf({ kind: 'approval-asked', approval, toldIn: null }),
        value: isNew ? { ...told, work: () => tellThatItWaits(approval, entry, origin, workspace) } : told,
      };
    }
    if (!(await workspace.context.uploads.decide(record, decision, requester.userId))) return past;
    return { result: decisionResult(true, decision.kind, targets), value: { reply: undefined } };
  });
}

/** After the ack: asks the other admins, and says where. */
const tellThatItWaits = (
  approval: ApprovalRecord,
  { requester }: AuditEntry,
  origin: Origin,
  workspace: Workspace,
): Promise<void> =>
  withTrace(requester.ref, async () => {
    const toldIn = await askApprovers(approval, origin, workspace);
    await workspace.outbound.deliver(approvalAskedMessage({ approval, toldIn }, requester), {
      userId: requester.userId,
      origin,
      triggerId: null,
      openedViewId: null,
    });
  });
