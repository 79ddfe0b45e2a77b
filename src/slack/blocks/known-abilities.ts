import type { AgentRow } from '../../core/agents.ts';
import { TheService } from '../../core/service-name.ts';

/** Of an Agent whose Abilities the service does not report, and nobody has set from Slack. */
export const ABILITIES_UNKNOWN = 'Abilities unknown';

/** Who does not tell, and of whom: `*Echo*`, `an Agent`. To be continued. */
export const notReported = (agent: string): string => `${TheService()} doesn't report which Abilities ${agent} has`;

/** What the rows of some Agents show; null if the service reports the Abilities of all. */
export const sourceOf = (rows: readonly Pick<AgentRow, 'known'>[]): string | null =>
  rows.every(({ known }) => known === 'from-service')
    ? null
    : `${notReported('an Agent')}. ${rows.some(({ known }) => known === 'from-last-save') ? 'This is what was last set from Slack.' : 'Set them here once to see them.'}`;
