import { setTimeout as wait } from 'node:timers/promises';
import { AgentId } from '@abilities-bot/service-api';
import type { types } from '@slack/bolt';
import type { Requester } from '../../core/access.ts';
import { operate } from '../../core/operate.ts';
import { assignModal, unassignModal } from '../blocks/agents.ts';
import { sentenceModal } from '../blocks/modals.ts';
import { noticeOf } from '../blocks/notice.ts';
import { faultSentence } from '../blocks/refusals.ts';
import type { ModalMetadata } from '../modal-metadata.ts';
import { readChosenAbilities } from '../payloads/form-values.ts';
import type { SubmissionPayload, View } from '../payloads/payloads.ts';
import type { Workspace } from '../workspace.ts';

/** Slack waits 3 seconds for what comes in place of the form. */
const READ_WITHIN_MS = 1500;

/** In place of the form of an assignment that was sent empty: what the Agent would lose, as far as there is time to read it. */
export async function askBeforeUnassign(
  { agentId, origin }: Extract<ModalMetadata, { form: 'assign' }>,
  requester: Requester,
  workspace: Workspace,
): Promise<types.ModalView> {
  const row = await Promise.race([readRow(agentId, requester, workspace), wait(READ_WITHIN_MS, null, { ref: false })]);
  return unassignModal(agentId, row, origin);
}

async function readRow(agentId: AgentId, requester: Requester, { context }: Workspace) {
  const question = { verb: 'unassign', agent: { by: 'agent', id: agentId }, confirmed: false } as const;
  const outcome = await operate(question, context, requester);
  return outcome.kind === 'unassign-question' ? outcome.row : null;
}

/**
 * Each choice in the form of an assignment shows anew what would be added and removed. One choice after another, without
 * a hash: each carries all that is chosen, so the last one drawn is the truth.
 */
export function redrawAssignModal(
  { requester, view }: Pick<SubmissionPayload, 'view'> & { requester: Requester },
  { adds, agentId, origin }: Extract<ModalMetadata, { form: 'assign' }>,
  { context, outbound }: Workspace,
): Promise<void> {
  return context.locks.run(`view:${view.id}`, async () => {
    const command = { verb: 'assign', agent: { by: 'agent', id: agentId }, ...(adds ? { adds } : {}) } as const;
    const outcome = await operate(command, context, requester);
    // A service that does not answer now leaves the form as it is; saving tells the rest.
    if (outcome.kind !== 'assign-form') return;
    await outbound.updateModal(view.id, assignModal(outcome.form, readChosenAbilities(view), origin));
  });
}

/** Replaces the Agent picker with the form of the chosen Agent. */
export async function openChosenAgent(
  { requester, chosen, view }: { requester: Requester; chosen: string | null; view: Pick<View, 'id'> },
  { abilityId, origin }: Extract<ModalMetadata, { form: 'choose-agent' }>,
  { context, outbound }: Workspace,
): Promise<void> {
  const agentId = AgentId.safeParse(chosen);
  if (!agentId.success) return;
  const command = { verb: 'assign', agent: { by: 'agent', id: agentId.data }, adds: abilityId } as const;
  const outcome = await operate(command, context, requester);
  const drawn =
    outcome.kind === 'assign-form'
      ? assignModal(outcome.form, null, origin)
      : sentenceModal('Abilities of an Agent', noticeOf(outcome, requester) ?? faultSentence(requester.ref));
  await outbound.updateModal(view.id, drawn);
}
