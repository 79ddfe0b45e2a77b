import type { AgentRow, AgentsWith } from '../../core/agents.ts';
import { theService } from '../../core/service-name.ts';
import { capital, namesAnd, namesLine } from './kit.ts';

/** For an Agent whose Abilities the service does not report and nobody has set from Slack. */
const ABILITIES_UNKNOWN = 'Abilities unknown';

/** The same, with what uploads have added to it: `*Sunrise*, others unknown`. */
export const unknownAbilities = ({ addedNames }: Pick<AgentRow, 'addedNames'>): string =>
  addedNames ? `${namesLine(addedNames, 100)}, others unknown` : ABILITIES_UNKNOWN;

/** Within a sentence; of whom: `*Echo*`, `an Agent`. */
export const notReported = (agent: string): string => `${theService()} doesn't report which Abilities ${agent} has`;

/** Explains the Abilities shown for some Agents; null if the service reports all of them. */
export const sourceOf = (rows: readonly Pick<AgentRow, 'known'>[]): string | null =>
  rows.every(({ known }) => known === 'from-service')
    ? null
    : `${capital(notReported('an Agent'))}. ${rows.some(({ known }) => known === 'from-last-save') ? 'The Abilities shown were last set from Slack.' : 'Set them here once to see them.'}`;

/** The source of an Ability's Agents, after their names, if it is not the service. */
export const AS_LAST_SET = ', as last set from Slack';

/** The Agents that have an Ability; null if none is known. */
export function agentsValue({ agentNames, lastSavedOn }: AgentsWith): string | null {
  if (agentNames && agentNames.length > 0) return namesLine(agentNames);
  return lastSavedOn ? `${namesAnd(lastSavedOn)}${AS_LAST_SET}` : null;
}
