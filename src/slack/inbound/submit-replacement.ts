import type { AgentId } from '@abilities-bot/service-api';
import { auditResultOf, faultResult } from '../../core/audit-result.ts';
import type { ApprovalRecord } from '../../store/approval-record.ts';
import { isWrapOffered, type UploadRecord } from '../../store/upload-record.ts';
import { withTrace } from '../../trace.ts';
import { decideUpload } from '../../uploads/decide-upload.ts';
import { sentenceModal } from '../blocks/modal-frame.ts';
import { BARE_FRAME, renderOutcome } from '../blocks/render-outcome.ts';
import { uploadPastChoice, uploadUnknown } from '../blocks/sentence-message.ts';
import { replacementWaitsSentence } from '../blocks/team/approval-sentences.ts';
import { REPLACE_AGENTS_FIELD, REPLACE_FIELD } from '../blocks/uploads/replace-modal.ts';
import type { ModalMetadata, Origin } from '../modal-metadata.ts';
import { askApprovers } from '../request/ask-approvers.ts';
import { type AuditEntry, finishAudit, startAudit } from '../request/audit.ts';
import { askToReplace } from '../upload/ask-to-replace.ts';
import { decisionResult } from '../upload/record-decision.ts';
import type { Workspace } from '../workspace.ts';
import { readChosenAgents, readTypedName, readWrap } from './form-values.ts';
import type { SubmissionPayload } from './payloads.ts';
import type { Submitted } from './submitted.ts';

const NOT_TOLD = 'The service did not tell in time whether the old one is enabled';

/** A label shows several spaces as one. */
const asShown = (name: string) => name.normalize('NFC').replace(/\s+/g, ' ').trim();

const instead = (text: string): Submitted => ({
  reply: { response_action: 'update', view: sentenceModal('Replace an Ability', text) },
});
const errorAt = (field: string, sentence: string): Submitted => ({
  reply: { response_action: 'errors', errors: { [field]: sentence } },
});
const errorAtName = (sentence: string): Submitted => errorAt(REPLACE_FIELD, sentence);

/**
 * The form that replaces an Ability: the name has to be typed as it is. What a second admin has to approve waits, and the
 * upload goes on asking meanwhile.
 */
export async function submitReplacement(
  { view }: SubmissionPayload,
  metadata: Extract<ModalMetadata, { form: 'replace' }>,
  entry: AuditEntry,
  workspace: Workspace,
): Promise<Submitted> {
  try {
    return await decide(view, metadata, entry, workspace);
  } catch (error) {
    const { ref } = entry.requester;
    workspace.log.error({ err: error, ref }, 'a replacement could not be written down');
    return errorAtName(
      `I could not write this down just now, so nothing changed. Press Replace again in a minute. (ref ${ref})`,
    );
  }
}

async function decide(
  view: SubmissionPayload['view'],
  { abilityId, origin, upload }: Extract<ModalMetadata, { form: 'replace' }>,
  entry: AuditEntry,
  workspace: Workspace,
): Promise<Submitted> {
  const { uploadTools, uploadWorker } = workspace;
  const record = await uploadTools.store.uploads.find(upload);
  if (!record || record.teamId !== workspace.tenantId) return instead(uploadUnknown().text);
  if (asShown(readTypedName(view)) !== asShown(record.form.name)) {
    return errorAtName(`This is not its name. Type ${record.form.name} to replace it, or press Cancel.`);
  }
  const wrap = isWrapOffered(record.contents) ? readWrap(view) : record.wrap;
  const agents = readChosenAgents(view);
  const unknown = await findUnknownLists(agents ?? [], record, uploadTools);
  if (unknown.length > 1) {
    return errorAt(
      REPLACE_AGENTS_FIELD,
      `I can't see which Abilities ${namesOf(unknown)} have, so only one of them can get the new one now. Choose one of them, and add the others later with /abilities assign.`,
    );
  }
  const agentIds = agents?.map(({ id }) => id);
  const targets = [{ kind: 'upload', id: upload, name: record.form.name } as const];
  const audit = await startAudit({ ...entry, targets }, workspace);
  const waiting = await askToReplace(
    record,
    { abilityId, agentIds, userId: entry.requester.userId, wrap },
    workspace,
  ).catch(async (error: unknown) => {
    await finishAudit(audit, faultResult(), workspace);
    throw error;
  });
  if (waiting.kind === 'past') {
    await finishAudit(audit, decisionResult(false, 'replace', targets), workspace);
    return instead(uploadPastChoice(record).text);
  }
  if (waiting.kind === 'unclear') {
    await finishAudit(
      audit,
      { ...decisionResult(false, 'replace', targets), outcome: 'failed', why: NOT_TOLD },
      workspace,
    );
    return errorAtName(
      `${NOT_TOLD}, so nothing changed. Press Replace again in a minute. (ref ${entry.requester.ref})`,
    );
  }
  if (waiting.kind === 'waits') {
    const { approval, isNew } = waiting;
    await finishAudit(audit, auditResultOf({ kind: 'approval-asked', approval, toldIn: null }), workspace);
    const told = instead(replacementWaitsSentence(approval, isNew));
    return isNew ? { ...told, work: () => tellThatItWaits(approval, entry, origin, workspace) } : told;
  }
  const decided = await decideUpload(
    record,
    { kind: 'replace', abilityId, agentIds, wrap },
    uploadTools,
    entry.requester.userId,
  );
  await finishAudit(audit, decisionResult(decided !== null, 'replace', targets), workspace);
  if (!decided) return instead(uploadPastChoice(record).text);
  uploadWorker.wake();
  return { reply: undefined };
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

/** After the ack: the others are asked, and the one who sent the form reads where. */
const tellThatItWaits = (
  approval: ApprovalRecord,
  { requester }: AuditEntry,
  origin: Origin,
  workspace: Workspace,
): Promise<void> =>
  withTrace(requester.ref, async () => {
    const toldIn = await askApprovers(approval, origin, workspace);
    const frame = { requester, origin, ...BARE_FRAME };
    const answer = renderOutcome({ kind: 'approval-asked', approval, toldIn }, frame);
    await workspace.outbound.deliver(answer, { userId: requester.userId, origin, triggerId: null, openedViewId: null });
  });
