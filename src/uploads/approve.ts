import { createHash } from 'node:crypto';
import type { UploadDecision } from '../core/features/upload/account-uploads.ts';
import type { ApprovalSubject } from '../store/approval-record.ts';
import type { UploadRecord } from '../store/upload-record.ts';
import { decideUpload } from './decide.ts';
import type { UploadTools } from './ports.ts';

/** Digest of everything in an upload that affects the resulting Ability: its form, icon and files. */
export const digestUpload = ({ contents, form, icon, zip }: UploadRecord): string =>
  createHash('sha256')
    .update(JSON.stringify([form, icon, zip, contents?.sha256 ?? null, contents?.contentDigest ?? null]))
    .digest('hex');

/**
 * Applies an approved decision to its upload, as it was submitted. False if the upload no longer asks, or if its
 * contents have changed since the request. Also true if the approver's decision has already been applied.
 */
export async function takeApproved(
  what: Extract<ApprovalSubject, { kind: 'replace' | 'update' }>,
  by: string | null,
  { uploadTools, uploadWorker }: { uploadTools: UploadTools; uploadWorker: { wake: () => void } },
): Promise<boolean> {
  const record = await uploadTools.store.uploads.find(what.uploadId);
  if (!record) return false;
  if (record.state !== 'asking' && record.plan.kind === what.kind && by !== null && record.decidedBy === by)
    return true;
  if (digestUpload(record) !== what.digest) return false;
  const decided = await decideUpload(record, decisionOf(what), uploadTools, by ?? undefined);
  if (decided) uploadWorker.wake();
  return decided !== null;
}

function decisionOf(what: Parameters<typeof takeApproved>[0]): UploadDecision {
  const { abilityId, kind } = what;
  if (kind === 'update') return { kind, abilityId };
  const { agentIds, wrap } = what;
  return { kind, abilityId: abilityId ?? undefined, agentIds, wrap };
}
