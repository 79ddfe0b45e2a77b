import type { Outcome } from '../../../core/outcome.ts';
import type { SharedPlace } from '../../button-value.ts';
import type { MessageAnswer } from '../answer.ts';
import { actions, button, deleteButton } from '../buttons.ts';
import { bold, countOf, namesLine, section, toFallback } from '../text.ts';
import { STATE_WORDS } from './ability-line.ts';

/**
 * What `delete` asks: what goes, and what goes with it. The button asks once more, in Slack's own dialog.
 * Where a second admin has to approve it, it says so, and asks for that.
 * @param redraw the line whose answer is drawn afterwards, or instead; null for the card of what is kept.
 * @param shared the message that everybody sees from which it was asked.
 */
export function deleteQuestion(
  { ability, agentNames, entry, waits }: Extract<Outcome, { kind: 'delete-question' }>,
  redraw: string | null,
  shared: SharedPlace | null,
): MessageAnswer {
  const assigned = agentNames
    ? agentNames.length === 0
      ? 'assigned to no Agent'
      : `assigned to ${countOf(agentNames.length, 'Agent')} (${namesLine(agentNames)})`
    : 'the service does not tell which Agents have it';
  const line = `Delete ${bold(entry.name)} (ID ${ability.id})? It is ${STATE_WORDS[entry.state]}; ${assigned}. ${
    waits ? 'This is permanent, so another admin has to approve it before it happens.' : 'This is permanent.'
  }`;
  return {
    surface: 'message',
    replaces: true,
    text: toFallback(line),
    blocks: [
      section(line),
      ...actions(
        deleteButton(entry, redraw ?? undefined, shared, waits),
        button('Keep', { do: redraw ?? `show id:${ability.id}` }),
      ),
    ],
  };
}
