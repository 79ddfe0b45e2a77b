import { setTimeout as wait } from 'node:timers/promises';
import type { AgentId } from '@abilities-bot/service-api';
import type { types } from '@slack/bolt';
import { operate } from '../../core/operate.ts';
import type { Requester } from '../../core/requester.ts';
import { unassignModal } from '../blocks/agents/unassign-modal.ts';
import type { ModalMetadata } from '../modal-metadata.ts';
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
