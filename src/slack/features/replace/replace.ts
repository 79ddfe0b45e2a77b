import { createHash } from 'node:crypto';
import type { AbilityId, AgentId } from '@abilities-bot/service-api';
import { withTrace } from '../../../base/request-context.ts';
import { withTimeout } from '../../../base/timeout.ts';
import { isApprovalNeeded } from '../../../core/features/approvals/needed.ts';
import { findListed } from '../../../core/lookup.ts';
import { auditResultOf } from '../../../core/registry.ts';
import type { ApprovalRecord, ApprovalSubject } from '../../../store/approval-record.ts';
import { isWrapOffered, type UploadRecord } from '../../../store/upload-record.ts';
import { decideUpload } from '../../../uploads/decide.ts';
import { sentenceModal } from '../../blocks/modals.ts';
import type { ModalMetadata, Origin } from '../../modal-metadata.ts';
import type { Forms, Submitted } from '../../payloads/form-values.ts';
import type { SubmissionPayload } from '../../payloads/payloads.ts';
import { type AuditEntry, audited } from '../../request/audit.ts';
import type { Workspace } from '../../workspace.ts';
import { approvalAskedMessage, replacementWaitsSentence } from '../approvals/approvals.ts';
import { askApprovers } from '../approvals/ask.ts';
import { decisionResult } from '../upload/choice.ts';
import { uploadPastChoice, uploadUnknown } from '../upload/messages.ts';
import { readWrap } from '../upload/read-form.ts';
import { REPLACE_AGENTS_FIELD, REPLACE_FIELD, readChosenAgents, readTypedName } from './form.ts';

/** Digest of everything in an upload that affects the resulting Ability: its form, icon and files. */
export const digestUpload = ({ contents, form, icon, zip }: UploadRecord): string =>
  createHash('sha256')
    .update(JSON.stringify([form, icon, zip, contents?.sha256 ?? null, contents?.contentDigest ?? null]))
    .digest('hex');

/** More than can realistically be waiting. */
const MAX_WAITING = 100;

type AskedToReplace =
  | { kind: 'at-once' }
  /** The upload no longer asks this question. */
  | { kind: 'past' }
  /** It could not be determined in time whether a second admin is needed, so nothing is done. */
  | { kind: 'unclear' }
  /** `isNew`: false if the same request was already waiting. */
  | { kind: 'waits'; approval: ApprovalRecord; isNew: boolean };

/**
 * Requests approval before an upload replaces an Ability, if the settings ask for it: by default if the service currently
 * reports the old one as enabled. The upload keeps asking meanwhile.
 * @throws store errors.
 */
async function askToReplace(
  record: UploadRecord,
  {
    abilityId,
    agentIds,
    attemptId,
    userId,
    wrap,
  }: {
    abilityId: AbilityId | undefined;
    agentIds: AgentId[] | undefined;
    attemptId: string;
    userId: string;
    wrap: boolean;
  },
  { context, log }: Pick<Workspace, 'context' | 'log'>,
): Promise<AskedToReplace> {
  const { book, keepMs, readChosen } = context.approvals;
  const { askUntil, form, id, question, state } = record;
  const chosen = await readChosen();
  if (!isApprovalNeeded(chosen, 'replace', { isEnabled: true })) return { kind: 'at-once' };
  // It may be asking by the next read, and would then be decided without the second admin.
  if (state !== 'asking' || question?.kind !== 'name-taken') return { kind: 'past' };
  const { abilityId: oldId } = question.by;
  if (abilityId !== undefined && abilityId !== oldId) return { kind: 'past' };
  const isEnabled =
    isApprovalNeeded(chosen, 'replace', { isEnabled: false }) || (await readEnabled(oldId, { context, log }));
  if (isEnabled === null) return { kind: 'unclear' };
  if (!isEnabled) return { kind: 'at-once' };
  // If two requests waited for one upload, both could be approved in turn, the second for contents that no one
  // reviewed.
  const digest = digestUpload(record);
  const asked = (await book.waiting(MAX_WAITING)).find(
    ({ what }) => what.kind === 'replace' && what.uploadId === id && what.digest === digest,
  );
  if (asked) return { kind: 'waits', approval: asked, isNew: false };
  // Expires with the upload's own question, at the latest.
  const leftMs = askUntil === null ? keepMs : askUntil - context.now().getTime();
  const what = { kind: 'replace', uploadId: id, abilityId: oldId, agentIds, name: form.name, wrap, digest } as const;
  return { kind: 'waits', approval: await book.open(what, userId, Math.min(keepMs, leftMs), attemptId), isNew: true };
}

/** Null if the service does not answer in time. */
async function readEnabled(
  id: AbilityId,
  { context, log }: Pick<Workspace, 'context' | 'log'>,
): Promise<boolean | null> {
  try {
    const listed = await withTimeout(findListed([id], context), context.deadlines.replaced, () => null);
    return listed === null ? null : listed.some(({ enabled }) => enabled);
  } catch (error) {
    log.warn({ err: error }, 'state of an Ability not read');
    return null;
  }
}

const NOT_TOLD = "The service didn't say in time whether the old one is enabled";

/** Labels collapse repeated spaces. */
const asShown = (name: string) => name.normalize('NFC').replace(/\s+/g, ' ').trim();

const instead = (text: string): Submitted => ({
  reply: { response_action: 'update', view: sentenceModal('Replace an Ability', text) },
});

const errorAt = (field: string, sentence: string): Submitted => ({
  reply: { response_action: 'errors', errors: { [field]: sentence } },
});

const errorAtName = (sentence: string): Submitted => errorAt(REPLACE_FIELD, sentence);

/**
 * Submission of the replace form, which requires the exact name. If approval is needed, the upload keeps asking
 * meanwhile.
 */
async function submitReplacement(
  { view }: SubmissionPayload,
  metadata: Extract<ModalMetadata, { form: 'replace' }>,
  entry: AuditEntry,
  workspace: Workspace,
): Promise<Submitted> {
  try {
    return await decide(view, metadata, entry, workspace);
  } catch (error) {
    const { ref } = entry.requester;
    workspace.log.error({ err: error, ref }, 'replacement not saved');
    return errorAtName(`This couldn't be saved, so nothing changed. Try again in a minute. (ref ${ref})`);
  }
}

async function decide(
  view: SubmissionPayload['view'],
  { abilityId, origin, upload, version }: Extract<ModalMetadata, { form: 'replace' }>,
  entry: AuditEntry,
  workspace: Workspace,
): Promise<Submitted> {
  const { uploadTools, uploadWorker } = workspace;
  const record = await uploadTools.store.uploads.find(upload);
  if (!record || record.teamId !== workspace.tenantId) return instead(uploadUnknown().text);
  if (version !== undefined && record.version !== version) return instead(uploadPastChoice(record).text);
  if (asShown(readTypedName(view)) !== asShown(record.form.name)) {
    return errorAtName(`That's not its name. Type ${record.form.name} to replace it.`);
  }
  const wrap = isWrapOffered(record.contents) ? readWrap(view) : record.wrap;
  const agents = readChosenAgents(view);
  const unknown = await findUnknownLists(agents ?? [], record, uploadTools);
  if (unknown.length > 1) {
    return errorAt(
      REPLACE_AGENTS_FIELD,
      `We can't see which Abilities ${namesOf(unknown)} have, so choose only one of them now. Add the others afterwards with /abilities assign.`,
    );
  }
  const agentIds = agents?.map(({ id }) => id);
  const targets = [{ kind: 'upload', id: upload, name: record.form.name } as const];
  return audited({ ...entry, targets }, workspace, async (attemptId) => {
    const { userId } = entry.requester;
    const waiting = await askToReplace(record, { abilityId, agentIds, attemptId, userId, wrap }, workspace);
    const untaken = decisionResult(false, 'replace', targets);
    const past = { result: untaken, value: instead(uploadPastChoice(record).text) };
    if (waiting.kind === 'past') return past;
    if (waiting.kind === 'unclear') {
      const said = `${NOT_TOLD}, so nothing changed. Try again in a minute. (ref ${entry.requester.ref})`;
      return { result: { ...untaken, outcome: 'failed', why: NOT_TOLD }, value: errorAtName(said) };
    }
    if (waiting.kind === 'waits') {
      const { approval, isNew } = waiting;
      const told = instead(replacementWaitsSentence(approval, isNew));
      return {
        result: auditResultOf({ kind: 'approval-asked', approval, toldIn: null }),
        value: isNew ? { ...told, work: () => tellThatItWaits(approval, entry, origin, workspace) } : told,
      };
    }
    const decision = { kind: 'replace', abilityId, agentIds, wrap } as const;
    const decided = await decideUpload(record, decision, uploadTools, userId);
    if (!decided) return past;
    uploadWorker.wake();
    return { result: decisionResult(true, 'replace', targets), value: { reply: undefined } };
  });
}

/**
 * Agents with unknown Abilities. Only an upload adds an Ability to such an Agent without removing the rest, and an
 * upload takes one Agent.
 */
async function findUnknownLists(
  agents: readonly { id: AgentId; name: string }[],
  { question }: Pick<UploadRecord, 'question'>,
  { assignments }: Pick<Workspace['uploadTools'], 'assignments'>,
): Promise<string[]> {
  const isTold = question?.kind === 'name-taken' && question.by.agentNames !== null;
  if (isTold || agents.length < 2) return [];
  const asListed = agents.map((agent) => ({ ...agent, image: null, abilityIds: null }));
  const knownOf = await assignments.lookUp(asListed);
  return asListed.filter((agent) => knownOf(agent).known === 'no').map(({ name }) => name);
}

const MAX_NAMED = 3;

const namesOf = (names: readonly string[]): string =>
  names.length > MAX_NAMED
    ? `${names.slice(0, MAX_NAMED).join(', ')} and ${names.length - MAX_NAMED} more`
    : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

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

/**
 * Applies an approved replacement to its upload, as submitted in the form. False if the upload no longer asks, or if
 * its contents have changed since the request. True too if the approver's decision was applied before.
 */
export async function takeReplacement(
  { abilityId, agentIds, digest, uploadId, wrap }: Extract<ApprovalSubject, { kind: 'replace' }>,
  by: string | null,
  {
    tenantId,
    uploadTools,
    uploadWorker,
  }: Pick<Workspace, 'tenantId' | 'uploadTools'> & { uploadWorker: Pick<Workspace['uploadWorker'], 'wake'> },
): Promise<boolean> {
  const decision = { kind: 'replace', ...(abilityId === null ? {} : { abilityId }), agentIds, wrap } as const;
  const record = await uploadTools.store.uploads.find(uploadId);
  if (record?.teamId !== tenantId) return false;
  if (record.state !== 'asking' && record.plan.kind === 'replace' && by !== null && record.decidedBy === by)
    return true;
  if (digestUpload(record) !== digest) return false;
  const decided = await decideUpload(record, decision, uploadTools, by ?? undefined);
  if (decided) uploadWorker.wake();
  return decided !== null;
}

export const replaceForms: Forms<'replace'> = {
  replace: {
    verb: 'replace',
    targets: ({ upload }) => [{ kind: 'upload', id: upload, name: null }],
    submit: ({ entry, metadata, payload }, workspace) => submitReplacement(payload, metadata, entry, workspace),
  },
};
