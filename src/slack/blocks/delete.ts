import type { types } from '@slack/bolt';
import type { DeletionItem, Outcome } from '../../core/outcome.ts';
import type { SharedPlace } from '../button-value.ts';
import { encodeMetadata, type Origin } from '../modal-metadata.ts';
import { ASK_TO_DELETE, actions, button, deleteButton } from './buttons.ts';
import { countAbilities, STATE_WORDS } from './card.ts';
import { bold, countOf, fitTexts, type MessageAnswer, namesLine, section, toFallback } from './kit.ts';
import { formModal, sentenceModal } from './modals.ts';
import { refusalLine } from './refusals.ts';

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

const TITLE = 'Delete Abilities';
const MAX_SECTION = 2900;
const SECTIONS = 30;
const MAX_REFUSED = 5;
const WAITS =
  '*Another admin has to approve it before it happens*, since what is enabled is among them. Until then all of them stay.';

/** Lists what goes, and what goes with it. Submitting it deletes exactly what it lists, or asks a second admin for that. */
export function deleteSeveralModal(
  { items, refused, waits }: Extract<Outcome, { kind: 'delete-several-question' }>,
  origin: Origin,
): types.ModalView {
  const refusedTexts = fitTexts(
    refused.map((refusal) => `• ${refusalLine(refusal)}`),
    MAX_SECTION,
    MAX_REFUSED,
  );
  if (items.length === 0) {
    return withMore(sentenceModal(TITLE, '*None of them can be deleted.* Nothing changed.'), refusedTexts);
  }
  const count = countAbilities(items.length);
  const abilityIds = items.map(({ ability }) => ability.id);
  return formModal({
    title: TITLE,
    submit: waits ? ASK_TO_DELETE : `Delete ${count}`,
    callbackId: 'delete-several',
    metadata: encodeMetadata({ form: 'delete-several', abilityIds, ...(waits ? { waits } : {}), origin }),
    blocks: [
      section(
        `*${count} will be deleted for good*, from the account and from every Agent, with code and trigger words. This cannot be undone.`,
      ),
      ...(waits ? [section(WAITS)] : []),
      ...fitTexts(items.map(itemLine), MAX_SECTION, SECTIONS).map(section),
      ...(refusedTexts.length > 0 ? [section('*Not deleted, whatever you press:*'), ...refusedTexts.map(section)] : []),
    ],
  });
}

function itemLine({ ability, agentNames, entry }: DeletionItem): string {
  const assigned =
    agentNames === null
      ? 'the service does not tell which Agents have it'
      : agentNames.length === 0
        ? 'assigned to no Agent'
        : `assigned to ${countOf(agentNames.length, 'Agent')} (${namesLine(agentNames, 200)})`;
  const words = countOf(entry.triggerWords.length, 'trigger word');
  return `• ${bold(entry.name)} (ID ${ability.id}): ${STATE_WORDS[entry.state]}, ${words}, ${assigned}`;
}

const withMore = (view: types.ModalView, texts: readonly string[]): types.ModalView => ({
  ...view,
  blocks: [...view.blocks, ...texts.map(section)],
});
