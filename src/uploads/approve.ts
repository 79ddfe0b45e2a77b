import { createHash } from 'node:crypto';
import type { AbilityId } from '@abilities-bot/service-api';
import type { Logger } from '../base/logger.ts';
import { withTimeout } from '../base/timeout.ts';
import { isApprovalNeeded } from '../core/features/approvals/needed.ts';
import type { UploadDecision } from '../core/features/upload/account-uploads.ts';
import { findListed } from '../core/lookup.ts';
import type { OperationContext } from '../core/operation-context.ts';
import type { ApprovalRecord, ApprovalSubject } from '../store/approval-record.ts';
import type { UploadRecord } from '../store/upload-record.ts';
import { decideUpload } from './decide.ts';
import type { UploadTools } from './ports.ts';

interface Asking {
  context: OperationContext;
  log: Logger;
}

/** Digest of everything in an upload that affects the resulting Ability: its form, icon and files. */
export const digestUpload = ({ contents, form, icon, zip }: UploadRecord): string =>
  createHash('sha256')
    .update(JSON.stringify([form, icon, zip, contents?.sha256 ?? null, contents?.contentDigest ?? null]))
    .digest('hex');

/** More than can realistically be waiting. */
const MAX_WAITING = 100;

/** Decisions that may need a second admin. */
export type ReviewedDecision = Extract<UploadDecision, { kind: 'replace' | 'update' }>;

type AskedAbout =
  | { kind: 'at-once' }
  /** The upload no longer asks this question. */
  | { kind: 'past' }
  /** It could not be determined in time whether a second admin is needed, so nothing is done. */
  | { kind: 'unclear' }
  /** `isNew`: false if the same request was already waiting. */
  | { kind: 'waits'; approval: ApprovalRecord; isNew: boolean };

/**
 * Requests approval before an upload replaces an Ability or updates its code, if the settings require it. The upload
 * stays in the state `asking` meanwhile.
 * @throws store errors.
 */
export async function askAboutUpload(
  record: UploadRecord,
  decision: ReviewedDecision,
  { attemptId, userId }: { attemptId: string; userId: string },
  { context, log }: Asking,
): Promise<AskedAbout> {
  const { book, keepMs, readChosen } = context.approvals;
  const { askUntil, id, question, state } = record;
  const chosen = await readChosen();
  if (!isApprovalNeeded(chosen, decision.kind, { isEnabled: true })) return { kind: 'at-once' };
  // It may be `asking` by the next read, and would then be decided without the second admin.
  if (state !== 'asking' || question?.kind !== 'name-taken') return { kind: 'past' };
  const { abilityId: oldId } = question.by;
  if (decision.abilityId !== undefined && decision.abilityId !== oldId) return { kind: 'past' };
  const isEnabled =
    isApprovalNeeded(chosen, decision.kind, { isEnabled: false }) || (await readEnabled(oldId, { context, log }));
  if (isEnabled === null) return { kind: 'unclear' };
  if (!isEnabled) return { kind: 'at-once' };
  const digest = digestUpload(record);
  // If two requests were pending for one upload, both could be approved in turn, the second for contents that no one
  // reviewed. Two people may submit at the same moment.
  return context.locks.alone('approvals', async () => {
    const asked = (await book.waiting(MAX_WAITING)).find(
      ({ what }) => what.kind === decision.kind && what.uploadId === id && what.digest === digest,
    );
    if (asked) return { kind: 'waits', approval: asked, isNew: false };
    // Expires with the upload's own question, at the latest.
    const leftMs = askUntil === null ? keepMs : askUntil - context.now().getTime();
    const what = subjectOf(record, decision, { abilityId: oldId, digest });
    const approval = await book.open(what, userId, Math.min(keepMs, leftMs), attemptId);
    return { kind: 'waits', approval, isNew: true };
  });
}

function subjectOf(
  { form: { name }, id: uploadId }: UploadRecord,
  decision: ReviewedDecision,
  seen: { abilityId: AbilityId; digest: string },
): ApprovalSubject {
  if (decision.kind === 'update') return { kind: 'update', uploadId, name, ...seen };
  const { agentIds, wrap } = decision;
  return { kind: 'replace', uploadId, name, agentIds: agentIds && [...agentIds], wrap, ...seen };
}

/** Null if the service does not answer in time. */
async function readEnabled(id: AbilityId, { context, log }: Asking): Promise<boolean | null> {
  try {
    const listed = await withTimeout(findListed([id], context), context.deadlines.replaced, () => null);
    return listed === null ? null : listed.some(({ enabled }) => enabled);
  } catch (error) {
    log.warn({ err: error }, 'state of an Ability not read');
    return null;
  }
}

/**
 * Applies an approved decision to its upload, as it was submitted. False if the upload no longer asks, or if its
 * contents have changed since the request. True also if the approver's decision was applied before.
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

function decisionOf(what: Parameters<typeof takeApproved>[0]): ReviewedDecision {
  const { abilityId, kind } = what;
  if (kind === 'update') return { kind, abilityId };
  const { agentIds, wrap } = what;
  return { kind, ...(abilityId === null ? {} : { abilityId }), ...(agentIds ? { agentIds } : {}), wrap };
}
