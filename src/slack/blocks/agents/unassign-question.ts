import type { types } from '@slack/bolt';
import type { AgentRow } from '../../../core/outcome.ts';
import type { SharedPlace } from '../../button-value.ts';
import type { MessageAnswer } from '../answer.ts';
import { actions, button } from '../buttons.ts';
import { bold, plain, section, toFallback } from '../text.ts';
import { unassignSentence } from './unassign-sentence.ts';

/**
 * Requester before an Agent is left without Abilities. The button asks once more, in Slack's own dialog.
 * @param shared the message that everybody sees from which it was asked.
 */
export function unassignQuestion(row: AgentRow, shared: SharedPlace | null): MessageAnswer {
  const { agent } = row;
  const line = `Unassign all Abilities of ${bold(agent.name)}? Nothing is saved yet.\n${unassignSentence(row)}`;
  return {
    surface: 'message',
    replaces: true,
    text: toFallback(line),
    blocks: [section(line), ...actions(unassignButton(row, shared), button('Keep', { do: 'agents' }))],
  };
}

const unassignButton = ({ abilityNames, agent }: AgentRow, shared: SharedPlace | null): types.Button => ({
  ...button(
    'Unassign all',
    { do: `unassign agent:${agent.id}`, sure: true, ...(shared ? { shared } : {}) },
    `Unassign all Abilities of ${agent.name}`,
  ),
  style: 'danger',
  confirm: {
    title: plain('Unassign all Abilities?', 100),
    text: plain(
      `${plain(agent.name, 80).text} is left without Abilities. ${abilityNames ? 'You can undo this for 10 minutes.' : 'This cannot be undone: the service does not tell which it has now.'}`,
      300,
    ),
    confirm: plain('Unassign all', 30),
    deny: plain('Keep', 30),
    style: 'danger',
  },
});
