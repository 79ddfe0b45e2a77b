import type { types } from '@slack/bolt';
import type { AgentRow } from '../../../core/agents.ts';
import { countAbilities, unreadNote } from '../../blocks/ability.ts';
import { actions, button, shareButton } from '../../blocks/buttons.ts';
import type { ViewFrame } from '../../blocks/drawing.ts';
import { charactersOf, MAX_CHARACTERS, noticeBlocks } from '../../blocks/fit.ts';
import {
  bold,
  context,
  countOf,
  isImageUrl,
  type MessageAnswer,
  namesLine,
  plain,
  section,
  toFallback,
} from '../../blocks/kit.ts';

/** Each Agent takes two of Slack's 50 blocks per message. */
const MAX_AGENTS = 20;

const NONE_YET = 'No Agents yet. Create one in the dashboard of the service.';

export function agentList(rows: readonly AgentRow[], around: ViewFrame, unread?: number): MessageAnswer {
  const count = `${countOf(rows.length, 'Agent')}${unreadNote(unread, (amount) => countOf(amount, 'Agent'))}`;
  const before: types.KnownBlock[] = [
    { type: 'header', text: plain('Agents') },
    context(count),
    ...noticeBlocks(around),
    ...(rows.length === 0 ? [section(NONE_YET)] : []),
  ];
  const after = actions(
    button(rows.length === 1 ? 'All Agents' : 'Refresh', { do: 'agents' }),
    button('All Abilities', { do: 'list' }),
    shareButton('agents', around.canShare),
  );
  const room = MAX_CHARACTERS - charactersOf([...before, more(rows.length), ...after]);
  const shown = asManyAsFit(rows.slice(0, MAX_AGENTS), room);
  const hidden = rows.length - shown.length;
  return {
    surface: 'message',
    replaces: true,
    text: toFallback(
      [around.notice, rows.length === 0 ? NONE_YET : `${count}.`, ...shown.map(line)]
        .filter((part) => part !== null)
        .join('\n'),
    ),
    blocks: [...before, ...shown.flatMap(row), ...(hidden > 0 ? [more(hidden)] : []), ...after],
  };
}

const more = (hidden: number) =>
  context(`${hidden} more: \`/abilities assign &lt;agent&gt;\` reaches every one by name.`);

function line({ agent, abilityNames, known }: AgentRow): string {
  const name = bold(agent.name);
  if (!abilityNames) return `${name}\nThe service does not tell which Abilities it has.`;
  const source = known === 'from-last-save' ? ', as last saved from Slack' : '';
  const which = abilityNames.length === 0 ? '' : `: ${namesLine(abilityNames)}`;
  return `${name}\nIt has ${countAbilities(abilityNames.length)}${source}${which}`;
}

function asManyAsFit(rows: readonly AgentRow[], room: number): readonly AgentRow[] {
  let characters = 0;
  const end = rows.findIndex((entry) => {
    characters += charactersOf(row(entry));
    return characters > room;
  });
  return end < 0 ? rows : rows.slice(0, end);
}

function row(entry: AgentRow): types.KnownBlock[] {
  const { abilityNames, agent } = entry;
  const image = agent.image && isImageUrl(agent.image) ? agent.image : null;
  return [
    {
      ...section(line(entry)),
      ...(image
        ? { accessory: { type: 'image', image_url: image, alt_text: plain(`Image of ${agent.name}`, 200).text } }
        : {}),
    },
    ...actions(
      button('Assign…', { do: `assign agent:${agent.id}` }, `Assign Abilities to ${agent.name}`),
      // With an unknown list, there may be something to unassign.
      abilityNames?.length === 0
        ? null
        : button('Unassign all…', { do: `unassign agent:${agent.id}` }, `Unassign all Abilities of ${agent.name}`),
    ),
  ];
}
