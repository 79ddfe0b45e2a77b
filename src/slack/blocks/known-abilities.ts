import type { AgentRow, AgentsWith } from '../../core/agents.ts';
import { theService } from '../../core/service-name.ts';
import { capital, namesAnd, namesLine } from './kit.ts';

/** For an Agent whose Abilities were never set from Slack, and aren't reported by the service. */
const ABILITIES_UNKNOWN = 'Abilities unknown';

/** The Abilities that uploads have added to such an Agent: `*Sunrise*, others unknown`; else *Abilities unknown*. */
export const unknownAbilities = ({ addedNames }: Pick<AgentRow, 'addedNames'>): string =>
  addedNames ? `${namesLine(addedNames, 100)}, others unknown` : ABILITIES_UNKNOWN;

/** Part of a sentence. @param agent such as `*Echo*` or `an Agent`. */
export const notReported = (agent: string): string => `${theService()} doesn't report which Abilities ${agent} has`;

/** Explains where the Abilities shown for some Agents come from; null if the service reports all of them. */
export const sourceOf = (rows: readonly Pick<AgentRow, 'known'>[]): string | null =>
  rows.every(({ known }) => known === 'from-service')
    ? null
    : `${capital(notReported('an Agent'))}. ${rows.some(({ known }) => known === 'from-last-save') ? 'The Abilities shown were last set from Slack.' : 'Set them here once to see them.'}`;

/** Follows the names of an Ability's Agents if they don't come from the service. */
export const AS_LAST_SET = ', as last set from Slack';

/** The Agents that have an Ability; null if no Agent is known to have it. */
export function agentsValue({ agentNames, lastSavedOn }: AgentsWith): string | null {
  if (agentNames && agentNames.length > 0) return namesLine(agentNames);
  return lastSavedOn ? `${namesAnd(lastSavedOn)}${AS_LAST_SET}` : null;
}
