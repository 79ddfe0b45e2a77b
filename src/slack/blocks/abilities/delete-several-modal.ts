import type { types } from '@slack/bolt';
import type { DeletionItem, Outcome } from '../../../core/outcome.ts';
import { encodeMetadata, type Origin } from '../../modal-metadata.ts';
import { ASK_TO_DELETE } from '../buttons.ts';
import { fitTexts } from '../fit-lines.ts';
import { formModal, sentenceModal } from '../modal-frame.ts';
import { refusalLine } from '../sentences.ts';
import { bold, countOf, namesLine, section } from '../text.ts';
import { STATE_WORDS } from './ability-line.ts';
import { countAbilities } from './count-abilities.ts';

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
