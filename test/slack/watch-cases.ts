import { InstalledAbilityId } from '@abilities-bot/service-api';
import type { Problem } from '../../src/core/problems.ts';
import { problemSentence } from '../../src/slack/features/check.ts';
import { watchMessage } from '../../src/slack/features/watch.ts';
import type { AccountChange } from '../../src/watch/compare.ts';
import { interrupted } from './interrupted-cases.ts';
import type { Cases } from './name-cases.ts';
import { AT, ability, agent, ECHO, installed, RADIO, WEATHER } from './sample-values.ts';

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

/** One problem of each kind, about things with this name. */
export const problemsWith = (name: string): Problem[] => [
  { kind: 'assigned-not-installed', sure: 'likely', agent: { id: ECHO.id, name }, name },
  { kind: 'silent-words', sure: 'certain', id: ROW, name },
  { kind: 'no-words', sure: 'certain', id: ROW, name },
  { kind: 'duplicate-name', sure: 'certain', name, ids: [6004, 6005] },
  ...(['equal', 'similar'] as const).map(
    (how): Problem => ({
      kind: 'collision',
      how,
      sure: how === 'equal' ? 'certain' : 'likely',
      agents: [name],
      one: { id: ROW, name, word: name },
      other: { id: ROW, name, word: name },
    }),
  ),
  { kind: 'left-over', sure: 'certain', id: ROW, name },
  { kind: 'empty-agent', sure: 'certain', agent: { id: ECHO.id, name } },
];

/** The problems of an account that somebody has emptied. */
export const manyProblems = (count: number): Problem[] =>
  Array.from({ length: count }, (_, n) => ({
    kind: 'no-words',
    sure: 'certain',
    id: InstalledAbilityId.parse(90_001 + n),
    name: `Ability ${n}`,
  }));

/** Changes made outside Slack and problems, by the name of the golden file. */
export const WATCH_CASES: Cases = {
  'elsewhere-one': watchMessage([{ kind: 'disabled', installedId: ROW, name: 'Weather' }], AT),
  'elsewhere-interrupted': watchMessage(
    [
      { kind: 'disabled', installedId: ROW, name: 'Weather' },
      { kind: 'enabled', installedId: installed(90_002, 'Radio').id, name: 'Radio' },
    ],
    AT,
    { appeared: [], gone: [] },
    [interrupted()],
  ),
  'elsewhere-each-kind': watchMessage(changesOf('Weather'), AT),
  'elsewhere-5000': watchMessage(GONE, AT),
  'problems-each-kind': watchMessage([], AT, {
    appeared: problemsWith('Weather'),
    gone: ['*Radio* is enabled, but has no trigger words.'],
  }),
  'problems-gone': watchMessage([], AT, { appeared: [], gone: problemsWith('Radio').map(problemSentence) }),
  'problems-5000': watchMessage(GONE, AT, {
    appeared: manyProblems(5000),
    gone: manyProblems(500).map(problemSentence),
  }),
};
