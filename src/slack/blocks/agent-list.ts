import type { types } from '@slack/bolt';
import type { AgentRow } from '../../core/outcome.ts';
import type { MessageAnswer } from './answer.ts';
import { actions, button } from './buttons.ts';
import { bold, context, countOf, namesLine, plain, section, toFallback } from './text.ts';

/** Two blocks an Agent, within Slack's 50 blocks a message. */
const MOST_AGENTS = 20;
/** What all rows together may take of Slack's 13,000 characters of blocks a message. */
const ROWS_CHARACTERS = 11_000;

/** The Agents of the account, each with a way to choose its Abilities. */
export function agentList(rows: readonly AgentRow[], notice: string | null): MessageAnswer {
  const shown = asManyAsFit(rows.slice(0, MOST_AGENTS));
  const hidden = rows.length - shown.length;
  const count = countOf(rows.length, 'Agent');
  return {
    surface: 'message',
    replaces: true,
    text: toFallback([notice, `${count}.`, ...shown.map(line)].filter((part) => part !== null).join('\n')),
    blocks: [
      { type: 'header', text: plain('Agents') },
      context(`${count} on the account`),
      ...(notice ? [section(notice)] : []),
      ...(rows.length === 0
        ? [section('No Agents yet. Create one in the dashboard of the service.')]
        : shown.flatMap(row)),
      ...(hidden > 0
        ? [context(`${hidden} more: \`/abilities assign &lt;agent&gt;\` reaches every one by name.`)]
        : []),
      ...actions(button('Refresh', { do: 'agents' }), button('All Abilities', { do: 'list' })),
    ],
  };
}

function line({ agent, abilityNames, known }: AgentRow): string {
  if (!abilityNames) return `${bold(agent.name)}\nThe service does not tell which Abilities it has.`;
  const source = known === 'from-last-save' ? 'Abilities, as last saved from Slack' : 'Abilities';
  return `${bold(agent.name)}\n${source}: ${namesLine(abilityNames)}`;
}

function asManyAsFit(rows: readonly AgentRow[]): readonly AgentRow[] {
  let characters = 0;
  const end = rows.findIndex((entry) => {
    characters += JSON.stringify(row(entry)).length;
    return characters > ROWS_CHARACTERS;
  });
  return end < 0 ? rows : rows.slice(0, end);
}

/** Slack takes addresses of up to 3,000 characters. */
const isImageUrl = (image: string) => /^https?:\/\//.test(image) && image.length <= 3000 && URL.canParse(image);

function row(entry: AgentRow): types.KnownBlock[] {
  const { agent } = entry;
  const image = agent.image && isImageUrl(agent.image) ? agent.image : null;
  return [
    {
      ...section(line(entry)),
      ...(image
        ? { accessory: { type: 'image', image_url: image, alt_text: plain(`Image of ${agent.name}`, 200).text } }
        : {}),
    },
    ...actions(button('Assign…', { do: `assign agent:${agent.id}` }, `Assign Abilities to ${agent.name}`)),
  ];
}
