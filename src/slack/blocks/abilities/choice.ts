import type { Agent } from '@abilities-bot/service-api';
import type { types } from '@slack/bolt';
import type { CatalogEntry } from '../../../core/catalog.ts';
import type { Wanted } from '../../../core/command.ts';
import { actions, button, showButton } from '../buttons.ts';
import { bold, context, section } from '../text.ts';
import { abilityLine } from './ability-line.ts';
import { choiceButton } from './choice-button.ts';

const MAX_CANDIDATES = 10;
/** With two buttons each. */
const MAX_WITH_WISH = 8;
/** Where Abilities and Agents share a message: three blocks each, of Slack's 50. */
export const MAX_OF_BOTH = 7;

/** One row for each Ability that a name may mean, told apart by its IDs. */
export function candidateRows(
  candidates: readonly CatalogEntry[],
  wanted?: Wanted,
  most = wanted ? MAX_WITH_WISH : MAX_CANDIDATES,
): types.KnownBlock[] {
  const hidden = candidates.length - most;
  const rows = candidates.slice(0, most).flatMap((entry): types.KnownBlock[] => {
    const ids = [
      entry.ability ? `id:${entry.ability.id}` : '',
      entry.installed ? `installed:${entry.installed.id}` : '',
    ];
    return [
      section(abilityLine(entry)),
      context(ids.filter((id) => id !== '').join(' · ')),
      ...actions(wanted ? choiceButton(wanted, entry) : null, showButton(entry)),
    ];
  });
  return hidden > 0 ? [...rows, context(`${hidden} more: \`/abilities\` lists them all.`)] : rows;
}

/** One row for each Agent that a name may mean; without a wish it is to get Abilities. */
export function agentRows(agents: readonly Agent[], wanted?: 'unassign'): types.KnownBlock[] {
  const hidden = agents.length - MAX_OF_BOTH;
  const rows = agents
    .slice(0, MAX_OF_BOTH)
    .flatMap(({ id, name }): types.KnownBlock[] => [
      section(`${bold(name)}  Agent`),
      context(`agent:${id}`),
      ...actions(
        wanted === 'unassign'
          ? button('Unassign all…', { do: `unassign agent:${id}` }, `Unassign all Abilities of ${name}`)
          : button('Assign…', { do: `assign agent:${id}` }, `Assign Abilities to ${name}`),
      ),
    ]);
  return hidden > 0 ? [...rows, context(`${hidden} more: \`/abilities agents\` lists them all.`)] : rows;
}
