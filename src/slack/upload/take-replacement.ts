import type { ApprovalSubject } from '../../store/approval-record.ts';
import { decideUpload } from '../../uploads/decide-upload.ts';
import type { Workspace } from '../workspace.ts';
import { digestUpload } from './digest-upload.ts';

/**
 * Gives an upload the decision that a second admin approved, as it was sent with the form. False: it is past that, or
 * somebody has changed what it holds since it was asked about.
 */
export async function takeReplacement(
  { abilityId, agentIds, digest, uploadId, wrap }: Extract<ApprovalSubject, { kind: 'replace' }>,
  by: string,
  {
    tenantId,
    uploadTools,
    uploadWorker,
  }: Pick<Workspace, 'tenantId' | 'uploadTools'> & { uploadWorker: Pick<Workspace['uploadWorker'], 'wake'> },
): Promise<boolean> {
  const decision = { kind: 'replace', ...(abilityId === null ? {} : { abilityId }), agentIds, wrap } as const;
  const record = await uploadTools.store.uploads.find(uploadId);
  if (record?.teamId !== tenantId || digestUpload(record) !== digest) return false;
  const decided = await decideUpload(record, decision, uploadTools, by);
  if (decided) uploadWorker.wake();
  return decided !== null;
}
