import { watchMessage } from '../../src/slack/features/watch.ts';
import type { AccountChange } from '../../src/watch/compare.ts';
import type { Cases } from './name-cases.ts';
import { AT, ability, agent, installed, RADIO, WEATHER } from './sample-values.ts';

const ROW = installed(90_001, 'Weather').id;

/** One change of each kind, about things with this name. */
export const changesOf = (name: string): AccountChange[] => [
  { kind: 'ability-new', abilityId: WEATHER.id, name, installed: null },
  { kind: 'ability-new', abilityId: RADIO.id, name, installed: { id: ROW, enabled: true } },
  { kind: 'ability-gone', abilityId: WEATHER.id, name },
  { kind: 'ability-renamed', abilityId: WEATHER.id, before: name, after: name },
  { kind: 'installed-new', installedId: ROW, abilityId: WEATHER.id, name, enabled: false },
  { kind: 'installed-new', installedId: ROW, abilityId: null, name, enabled: false },
  { kind: 'installed-gone', installedId: ROW, abilityId: WEATHER.id, name },
  { kind: 'installed-gone', installedId: ROW, abilityId: null, name },
  { kind: 'enabled', installedId: ROW, name },
  { kind: 'disabled', installedId: ROW, name },
  { kind: 'trigger-words', installedId: ROW, name, added: [name], removed: [name, name] },
  { kind: 'trigger-words', installedId: ROW, name, added: [], removed: [name] },
  { kind: 'duplicate-name', name, abilityIds: [WEATHER.id, RADIO.id] },
  { kind: 'duplicate-installed', abilityId: WEATHER.id, name, installedIds: [ROW, installed(90_002, 'Weather').id] },
  { kind: 'agent-new', agentId: agent(301, 'Echo').id, name },
  { kind: 'agent-gone', agentId: agent(301, 'Echo').id, name },
];

/** Thousands of changes in one check, as when somebody empties an account. */
export const GONE: AccountChange[] = Array.from({ length: 5000 }, (_, index) => ({
  kind: 'ability-gone',
  abilityId: ability(6001 + index, 'x').id,
  name: `Ability ${index + 1}`,
}));

/** Changes made outside Slack, by the name of the golden file. */
export const WATCH_CASES: Cases = {
  'elsewhere-one': watchMessage([{ kind: 'disabled', installedId: ROW, name: 'Weather' }], AT),
  'elsewhere-each-kind': watchMessage(changesOf('Weather'), AT),
  'elsewhere-5000': watchMessage(GONE, AT),
};
