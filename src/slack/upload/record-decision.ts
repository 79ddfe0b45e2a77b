import type { AuditResult } from '../../core/audit-result.ts';
import type { AuditTarget } from '../../store/audit-record.ts';
import type { UploadRecord } from '../../store/upload-record.ts';
import type { UploadChoice } from '../button-value.ts';
import type { AuditEntry } from '../request/audit.ts';

/** What somebody decides about an upload, as it is written down. Replacing deletes, and has a role of its own. */
export const auditEntryAbout = (
  { form, id }: Pick<UploadRecord, 'form' | 'id'>,
  decide: UploadChoice['decide'],
  { requester, origin }: Pick<AuditEntry, 'requester' | 'origin'>,
): AuditEntry => ({
  ...{ requester, origin },
  verb: decide === 'replace' ? 'replace' : 'upload',
  line: decide,
  targets: [{ kind: 'upload', id, name: form.name }],
});

/** Whether the upload took the decision. What becomes of it is written down at its end. */
export const decisionResult = (
  isTaken: boolean,
  decide: UploadChoice['decide'],
  targets: readonly AuditTarget[],
): AuditResult => ({
  ...{ targets: [...targets], before: null, after: isTaken ? `decided: ${decide}` : null },
  outcome: isTaken ? 'done' : 'unchanged',
  why: isTaken ? null : 'it was past that',
});
