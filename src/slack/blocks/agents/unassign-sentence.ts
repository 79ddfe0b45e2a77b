import type { AgentRow } from '../../../core/outcome.ts';
import { countAbilities } from '../abilities/count-abilities.ts';
import { bold, namesLine } from '../text.ts';

/** What it means to leave an Agent without Abilities. */
export function unassignSentence({ abilityNames, agent, known }: AgentRow): string {
  const name = bold(agent.name);
  const stays = 'The Abilities stay on the account and with other Agents.';
  if (abilityNames === null) {
    return `The service does not tell which Abilities ${name} has now. Saving leaves it without any, and nobody could tell afterwards what it had. ${stays}`;
  }
  if (abilityNames.length === 0) return `${name} has no Abilities, as far as is known. Saving leaves it without any.`;
  const source = known === 'from-last-save' ? ', as last saved from Slack' : '';
  return `${name} has ${countAbilities(abilityNames.length)}${source}: ${namesLine(abilityNames)}. Saving leaves it without any. ${stays}`;
}
