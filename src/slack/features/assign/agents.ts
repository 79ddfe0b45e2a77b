import type { types } from '@slack/bolt';
import type { AgentRow } from '../../../core/agents.ts';
import { countAbilities, unreadNote } from '../../blocks/ability.ts';
import { actions, button, shareButton } from '../../blocks/buttons.ts';
import { dashboard } from '../../blocks/dashboard.ts';
import { aboveNotice, charactersOf, MAX_CHARACTERS } from '../../blocks/fit.ts';
import {
  bold,
  clip,
  context,
  countOf,
  foreign,
  type MessageAnswer,
  plain,
  section,
  toFallback,
} from '../../blocks/kit.ts';
import { sourceOf, unknownAbilities } from '../../blocks/known-abilities.ts';
import type { ViewContext } from '../../feature.ts';

/** Each Agent takes one block, and Slack allows 50 in a message. */
const MAX_AGENTS = 40;

/** Characters reserved for the result of a click, so that the same rows fit with and without it. */
const NOTICE_ROOM = 900;

const noneYet = () => `No Agents yet. Create one in ${dashboard()}.`;

export function agentList(rows: readonly AgentRow[], around: ViewContext, unread?: number): MessageAnswer {
  const count = `${countOf(rows.length, 'Agent')}${unreadNote(unread, (amount) => countOf(amount, 'Agent'))}`;
  const source = sourceOf(rows);
  const before: types.KnownBlock[] = [
    { type: 'header', text: plain('Agents') },
    rows.length === 0 ? section(noneYet()) : context(source === null ? count : `${count} · ${source}`),
  ];
  const after = actions(
    button(rows.length === 1 ? 'All Agents' : 'Refresh', { do: 'agents' }),
    button('All Abilities', { do: 'list' }),
    shareButton('agents', around.canShare),
  );
  const room = MAX_CHARACTERS - NOTICE_ROOM - charactersOf([...before, more(rows.length), ...after]);
  const shown = asManyAsFit(rows.slice(0, MAX_AGENTS), room);
  const hidden = rows.length - shown.length;
  return {
    surface: 'message',
    title: 'Agents',
    replaces: true,
    text: toFallback(
      [around.notice, rows.length === 0 ? noneYet() : `${count}.`, ...shown.map(agentLine)]
        .filter((part) => part !== null)
        .join('\n'),
    ),
    blocks: aboveNotice(around, [...before, ...shown.map(row), ...(hidden > 0 ? [more(hidden)] : [])], after),
  };
}

const more = (hidden: number) =>
  context(`${hidden} more. Use \`/abilities assign &lt;agent&gt;\` to edit one by name.`);

const MAX_NAMES = 3;

/** `*Nova* · 2 Abilities: Weather, Radio` */
export function agentLine(row: AgentRow): string {
  const { abilityNames, agent } = row;
  const name = bold(agent.name);
  if (!abilityNames) return `${name} · ${unknownAbilities(row)}`;
  if (abilityNames.length === 0) return `${name} · no Abilities`;
  const rest = abilityNames.length - MAX_NAMES;
  const names = abilityNames.slice(0, MAX_NAMES).map((one) => foreign(one, 40) || '(no name)');
  return `${name} · ${countAbilities(abilityNames.length)}: ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function asManyAsFit(rows: readonly AgentRow[], room: number): readonly AgentRow[] {
  let characters = 0;
  const end = rows.findIndex((entry) => {
    characters += charactersOf([row(entry)]);
    return characters > room;
  });
  return end < 0 ? rows : rows.slice(0, end);
}

/** Has no separate button for removing all Abilities, because the form can do that too. */
const row = (entry: AgentRow): types.KnownBlock => ({
  ...section(agentLine(entry)),
  accessory: button(
    'Edit…',
    { do: `assign agent:${entry.agent.id}`, redraw: 'agents' },
    `Edit ${clip(entry.agent.name, 50)}'s Abilities`,
  ),
});
