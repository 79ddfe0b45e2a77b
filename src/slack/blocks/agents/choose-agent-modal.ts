import type { Ability, Agent } from '@abilities-bot/service-api';
import type { types } from '@slack/bolt';
import { encodeMetadata, type Origin } from '../../modal-metadata.ts';
import { actions } from '../buttons.ts';
import { sentenceModal } from '../modal-frame.ts';
import { bold, context, plain, section } from '../text.ts';
import { MAX_OPTIONS } from './assign-modal.ts';

export const AGENT_FIELD = 'agent';

/** “Add Sunrise to:”. The choice leads to the form of that Agent's Abilities, with this one chosen. */
export function chooseAgentModal(ability: Ability, agents: readonly Agent[], origin: Origin): types.ModalView {
  const name = bold(ability.name);
  if (agents.length === 0) {
    return sentenceModal(TITLE, `There is no Agent to add ${name} to. Create one in the dashboard of the service.`);
  }
  const options = agents
    .slice(0, MAX_OPTIONS)
    .map(({ id, name: agentName }) => ({ text: plain(agentName, 75), value: String(id) }));
  const hidden = agents.length - options.length;
  return {
    ...sentenceModal(TITLE, ''),
    callback_id: 'choose-agent',
    private_metadata: encodeMetadata({ form: 'choose-agent', abilityId: ability.id, origin }),
    blocks: [
      section(`Add ${name} to:`),
      ...actions({ type: 'static_select', action_id: AGENT_FIELD, placeholder: plain('Choose an Agent'), options }),
      ...(hidden > 0 ? [context(`${hidden} more are not shown: use \`/abilities assign &lt;agent&gt;\`.`)] : []),
    ],
  };
}

const TITLE = 'Add to an Agent';
