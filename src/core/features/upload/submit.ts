import type { AbilityId } from '@abilities-bot/service-api';
import { withTimeout } from '../../../base/timeout.ts';
import { isServiceError } from '../../../service/errors.ts';
import type { ApprovalRecord, ApprovalSubject } from '../../../store/approval-record.ts';
import type { AuditTarget } from '../../../store/audit-record.ts';
import { hasGrown } from '../../../store/code-facts-record.ts';
import type { UploadRecord } from '../../../store/upload-record.ts';
import { failed, unchanged } from '../../audit-result.ts';
import type { CommandRows, OutcomeRows, Run } from '../../feature.ts';
import { findListed } from '../../lookup.ts';
import type { OperationContext } from '../../operation-context.ts';
import type { Outcome } from '../../outcome.ts';
import { theService } from '../../service-name.ts';
import { targetsOfSubject } from '../approvals/approvals.ts';
import { isApprovalNeeded } from '../approvals/needed.ts';
import type { UploadDecision } from './account-uploads.ts';
import { findUploadTarget, pastChoice, uploadTarget } from './choose.ts';

/** Decisions that may need a second admin. */
type ReviewedDecision = Extract<UploadDecision, { kind: 'replace' | 'update' }>;
type ChangeDecision = Extract<UploadDecision, { kind: 'change' }>;

/** The submitted form of a decision. `version`: the record version that the form showed; absent in older forms. */
export interface SubmitCommand {
  verb: 'decide-upload';
  upload: string;
  version?: number | undefined;
  decision: ReviewedDecision | ChangeDecision;
}

export type SubmitOutcome =
  /** An identical request is already pending. */
  | { kind: 'upload-waits'; approval: ApprovalRecord }
  /** The Ability's state could not be read in time to know whether a second admin is needed, so nothing was done. */
  | { kind: 'upload-state-unread'; uploadId: string; name: string };

const targetsOf = ({ decision, upload }: SubmitCommand): AuditTarget[] => [
  uploadTarget({ uploadId: upload, name: decision.kind === 'change' ? decision.form.name : null }),
];

export const submitCommands: CommandRows<SubmitCommand> = {
  'decide-upload': {
    verb: ({ decision }) => (decision.kind === 'replace' ? 'replace' : 'upload'),
    auditLine: ({ decision }) => (decision.kind === 'replace' ? 'form replace' : decision.kind),
    changes: true,
    targets: targetsOf,
    findTargets: async (command, context) =>
      command.decision.kind === 'change' ? targetsOf(command) : findUploadTarget(command.upload, context),
    run: ({ decision, upload, version }, run) =>
      decision.kind === 'change'
        ? change({ id: upload, version }, decision, run)
        : review({ id: upload, version }, decision, run),
  },
};

export const stateUnread = () => `I couldn't read from ${theService()} whether the Ability is enabled`;

export const submitOutcomes: OutcomeRows<SubmitOutcome> = {
  'upload-waits': {
    audit: ({ approval }) => ({ ...unchanged(targetsOfSubject(approval.what)), why: 'waiting for approval' }),
    change: null,
  },
  'upload-state-unread': {
    audit: (outcome) => ({ ...failed(stateUnread()), targets: [uploadTarget(outcome)] }),
    change: null,
  },
};

interface Shown {
  id: string;
  version: number | undefined;
}

/** Gives new values to an upload that is waiting for a decision. */
async function change(of: Shown, decision: ChangeDecision, { context, requester }: Run): Promise<Outcome> {
  const { uploads } = context;
  const { name } = decision.form;
  const isTaken = await uploads.decide(of, decision, requester.userId);
  if (isTaken) return { kind: 'upload-decided', decide: 'change', uploadId: of.id, name };
  const now = await uploads.find(of.id);
  return now
    ? { kind: 'upload-past-choice', record: now, uploadId: of.id, name }
    : { kind: 'upload-unknown', uploadId: of.id, name };
}

/** Replaces an Ability or updates its code, unless a second admin has to approve that first. */
async function review({ id, version }: Shown, decision: ReviewedDecision, run: Run): Promise<Outcome> {
  const { context, requester } = run;
  const { uploads } = context;
  const record = await uploads.find(id);
  if (!record) return { kind: 'upload-unknown', uploadId: id, name: null };
  if (version !== undefined && record.version !== version) return pastChoice(record);
  const waiting = await askToReview(record, decision, run);
  if (waiting) return waiting;
  return (await uploads.decide(record, decision, requester.userId))
    ? { kind: 'upload-decided', decide: decision.kind, uploadId: id, name: record.form.name }
    : pastChoice(record);
}

/** More than can realistically be pending. */
const MAX_WAITING = 100;

/**
 * Requests a second admin's approval if the settings require it. The upload stays in the state `asking` until then.
 * Null if the decision may be applied immediately.
 * @throws store errors.
 */
async function askToReview(
  record: UploadRecord,
  decision: ReviewedDecision,
  { attemptId, context, requester }: Run,
): Promise<Outcome | null> {
  const { approvals, locks, now, uploads } = context;
  const { store, keepMs, readChosen } = approvals;
  const { askUntil, form, id, question, state } = record;
  const chosen = await readChosen();
  const isGrown = grows(question);
  if (!isApprovalNeeded(chosen, decision.kind, { isEnabled: true, isGrown })) return null;
  // It may be `asking` by the next read, and would then be decided without the second admin.
  if (state !== 'asking' || question?.kind !== 'name-taken') return pastChoice(record);
  const { abilityId: oldId } = question.by;
  if (decision.abilityId !== undefined && decision.abilityId !== oldId) return pastChoice(record);
  const isEnabled =
    isApprovalNeeded(chosen, decision.kind, { isEnabled: false, isGrown }) || (await readEnabled(oldId, context));
  if (isEnabled === null) return { kind: 'upload-state-unread', uploadId: id, name: form.name };
  if (!isEnabled) return null;
  const digest = uploads.digest(record);
  // Locked, because two people may submit at the same moment. If two requests were pending for one upload, both could
  // be approved in turn, the second for contents that nobody reviewed.
  return locks.alone('approvals', async () => {
    const asked = (await store.waiting(MAX_WAITING)).find(
      ({ what }) => what.kind === decision.kind && what.uploadId === id && what.digest === digest,
    );
    if (asked) return { kind: 'upload-waits', approval: asked };
    // Expires no later than the upload's own question.
    const leftMs = askUntil === null ? keepMs : askUntil - now().getTime();
    const what = subjectOf(record, decision, { abilityId: oldId, digest });
    const approval = await store.open(what, requester.userId, Math.min(keepMs, leftMs), attemptId);
    return { kind: 'approval-asked', approval, announcedIn: null };
  });
}

/** Also true if the current code can't be read, because then it is unknown. */
function grows(question: UploadRecord['question']): boolean {
  const facts = question?.kind === 'name-taken' ? question.by.code?.facts : undefined;
  return facts === undefined || hasGrown(facts);
}

function subjectOf(
  { form: { name }, id: uploadId, question }: UploadRecord,
  decision: ReviewedDecision,
  seen: { abilityId: AbilityId; digest: string },
): ApprovalSubject {
  const code = question?.kind === 'name-taken' ? (question.by.code ?? null) : null;
  if (decision.kind === 'update') return { kind: 'update', uploadId, name, ...seen, code };
  const { agentIds, wrap } = decision;
  return { kind: 'replace', uploadId, name, agentIds: agentIds && [...agentIds], wrap, ...seen, code };
}

/** Null if the service doesn't answer in time, or fails. */
async function readEnabled(id: AbilityId, context: OperationContext): Promise<boolean | null> {
  try {
    const listed = await withTimeout(context.clock, findListed([id], context), context.deadlines.replaced, () => null);
    return listed === null ? null : listed.some(({ enabled }) => enabled);
  } catch (error) {
    if (isServiceError(error)) return null;
    throw error;
  }
}
