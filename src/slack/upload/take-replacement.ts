import type { ApprovalSubject } from '../../store/approval-record.ts';
import { decideUpload } from '../../uploads/decide-upload.ts';
import type { Parts } from '../parts.ts';

/** Gives an upload the decision that a second admin approved, as it was sent with the form. False: it is past that. */
export async function takeReplacement(
  { abilityId, uploadId, wrap }: Extract<ApprovalSubject, { kind: 'replace' }>,
  { teamId, uploadTools, uploadWorker }: Pick<Parts, 'teamId' | 'uploadTools' | 'uploadWorker'>,
): Promise<boolean> {
  const decision = { kind: 'replace', ...(abilityId === null ? {} : { abilityId }), wrap } as const;
  const decided = await decideUpload({ id: uploadId, teamId }, decision, uploadTools);
  if (decided) uploadWorker.wake();
  return decided !== null;
}
