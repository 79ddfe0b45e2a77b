import type { types } from '@slack/bolt';
import type { Agent } from '../../contract/index.ts';
import type { CatalogEntry } from '../../core/catalog.ts';
import { abilityLine } from './ability-line.ts';
import { actions, button, showButton } from './buttons.ts';
import { bold, context, section } from './text.ts';

const MOST_CANDIDATES = 10;
/** Where Abilities and Agents share a message: three blocks each, of Slack's 50. */
export const MOST_OF_BOTH = 7;

/** One row for each Ability that a name may mean, told apart by its IDs. */
export function candidateRows(candidates: readonly CatalogEntry[], most = MOST_CANDIDATES): types.KnownBlock[] {
  const hidden = candidates.length - most;
  const rows = candidates.slice(0, most).flatMap((entry): types.KnownBlock[] => {
    const ids = [
      entry.ability ? `id:${entry.ability.id}` : '',
      entry.installed ? `installed:${entry.installed.id}` : '',
    ];
    return [
      section(abilityLine(entry)),
      context(ids.filter((id) => id !== '').join(' · ')),
      ...actions(showButton(entry)),
    ];
  });
  return hidden > 0 ? [...rows, context(`${hidden} more: \`/abilities\` lists them all.`)] : rows;
}

/** One row for each Agent that a name may mean. */
export function agentRows(agents: readonly Agent[]): types.KnownBlock[] {
  const hidden = agents.length - MOST_OF_BOTH;
  const rows = agents
    .slice(0, MOST_OF_BOTH)
    .flatMap(({ id, name }): types.KnownBlock[] => [
      section(`${bold(name)}  Agent`),
      context(`agent:${id}`),
      ...actions(button('Assign…', { do: `assign agent:${id}` }, `Assign Abilities to ${name}`)),
    ]);
  return hidden > 0 ? [...rows, context(`${hidden} more: \`/abilities agents\` lists them all.`)] : rows;
}
