import type { AuditResult } from '../../../core/audit-result.ts';
import type { UploadDecision } from '../../../core/features/upload/account-uploads.ts';
import type { AuditTarget } from '../../../store/audit-record.ts';
import type { UploadRecord } from '../../../store/upload-record.ts';
import type { UploadChoice } from '../../button-value.ts';
import { type AuditEntry, audited } from '../../request/audit.ts';
import type { Workspace } from '../../workspace.ts';

/** The audit entry of a decision that a form sends. */
export const auditEntryAbout = (
  { form, id }: Pick<UploadRecord, 'form' | 'id'>,
  decide: 'change' | 'update',
  { requester, origin }: Pick<AuditEntry, 'requester' | 'origin'>,
): AuditEntry => ({
  requester,
  origin,
  verb: 'upload',
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
    const isTaken = await workspace.context.uploads.decide(upload, decision, entry.requester.userId);
    return { value: isTaken, result: decisionResult(isTaken, choice, entry.targets) };
  });
