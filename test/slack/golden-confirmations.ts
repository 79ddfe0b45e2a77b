import { ReleaseId } from '@abilities-bot/service-api';
import type { CodeProblem } from '../../src/core/code-problems.ts';
import type { Outcome } from '../../src/core/outcome.ts';
import type { Problem } from '../../src/core/problems.ts';
import type { Change } from '../../src/store/undo-record.ts';
import { radioRow, weatherId, wordsSaved } from './golden-views.ts';
import { ECHO, RADIO } from './sample-values.ts';

const RADIO_ENABLED: Change = { kind: 'toggled', items: [{ id: radioRow.id, name: 'Radio', enabled: true }] };
const echoSaved = {
  agent: ECHO,
  abilityIds: [RADIO.id],
  abilityNames: ['Radio'],
  confirmed: 'no' as const,
  shown: [],
};

/** Whether the account shows what the service reported. */
const radio = { id: radioRow.id, name: 'Radio' };
const PROBLEMS: Problem[] = [
  { kind: 'assigned-not-installed', sure: 'likely', agent: { id: ECHO.id, name: 'Echo' }, name: 'Garage Door' },
  { kind: 'silent-words', sure: 'certain', ...radio },
  { kind: 'no-words', sure: 'certain', ...radio },
  { kind: 'duplicate-name', sure: 'certain', name: 'Radio', ids: [6004, 6005] },
  ...(['equal', 'similar', 'inside'] as const).map(
    (how): Problem => ({
      kind: 'collision',
      how,
      sure: how === 'equal' ? 'certain' : 'possible',
      agents: how === 'equal' ? ['Echo'] : [],
      one: { ...radio, word: 'play the radio' },
      other: { ...radio, name: 'Jukebox', word: 'play radio' },
    }),
  ),
  { kind: 'left-over', sure: 'certain', ...radio },
  { kind: 'empty-agent', sure: 'certain', agent: { id: ECHO.id, name: 'Echo' } },
];

const radioAbility = { id: RADIO.id, name: 'Radio' };
const jukebox = { id: weatherId, name: 'Jukebox' };
const CODE_PROBLEMS: CodeProblem[] = [
  { kind: 'other-code', sure: 'certain', ...radioAbility },
  { kind: 'same-code', sure: 'likely', one: radioAbility, others: [jukebox] },
  {
    kind: 'same-code',
    sure: 'possible',
    one: radioAbility,
    others: [jukebox, { ...jukebox, name: 'a <b>' }],
  },
  { kind: 'needs-keys', sure: 'possible', ...radioAbility, keys: ['openweather', 'a <b>'] },
  { kind: 'draft-only', sure: 'possible', one: radioAbility, others: [] },
  { kind: 'draft-only', sure: 'possible', one: radioAbility, others: Array.from({ length: 11 }, () => jukebox) },
];

const RELEASE = {
  id: ReleaseId.parse(8001),
  version: 'v1',
  isCommitted: true,
  commitMessage: null,
  createdAt: null,
};

export const CONFIRMATION_OUTCOMES = {
  checked: {
    fine: { kind: 'checked', name: null, page: 1, code: [], problems: [], abilities: 12, orphans: 1, agents: 3 },
    all: {
      kind: 'checked',
      name: null,
      page: 1,
      code: CODE_PROBLEMS,
      problems: PROBLEMS,
      abilities: 12,
      orphans: 1,
      agents: 3,
    },
    code: {
      kind: 'checked',
      name: 'Radio',
      page: 1,
      code: CODE_PROBLEMS,
      problems: [],
      abilities: 12,
      orphans: 1,
      agents: 3,
    },
    'one-of-many': {
      kind: 'checked',
      code: [],
      name: 'Radio',
      page: 2,
      problems: Array.from({ length: 30 }, () => ({ kind: 'silent-words', sure: 'certain', ...radio }) as const),
      abilities: 5000,
      orphans: 0,
      agents: 3,
    },
    'past-the-end': {
      kind: 'checked',
      code: [],
      name: null,
      page: 9,
      problems: Array.from({ length: 13 }, () => ({ kind: 'silent-words', sure: 'certain', ...radio }) as const),
      abilities: 5000,
      orphans: 0,
      agents: 3,
    },
  },
  repaired: {
    installed: { kind: 'repaired', what: { kind: 'installed', id: radioRow.id, name: 'Radio' } },
    agent: { kind: 'repaired', what: { kind: 'agent', agentId: ECHO.id, name: 'Echo', abilities: [] } },
  },
  unconfirmed: {
    late: {
      kind: 'unconfirmed',
      of: { kind: 'toggled', id: radioRow.id, name: 'Radio', enabled: true, triggerWords: 'kept' },
      verdict: {
        kind: 'pending',
        differences: [{ kind: 'state', id: radioRow.id, name: 'Radio', enabled: false, isOld: true }],
        left: null,
      },
    },
    assigned: {
      kind: 'unconfirmed',
      of: {
        kind: 'assigned',
        result: { ...echoSaved, before: [weatherId], change: { added: ['Radio'], removed: [] } },
      },
      verdict: {
        kind: 'different',
        differences: [
          { kind: 'agent-list', agentId: ECHO.id, agentName: 'Echo', missing: 1, kept: 0, isOld: false },
          {
            kind: 'uninstalled',
            agentId: ECHO.id,
            agentName: 'Echo',
            abilityId: RADIO.id,
            name: 'Radio',
            isOld: true,
          },
          { kind: 'cannot-fire', id: radioRow.id, name: 'Radio', isOld: false },
        ],
        left: null,
      },
    },
    release: {
      kind: 'unconfirmed',
      of: { kind: 'release-enabled', ability: radioAbility, release: { ...RELEASE, isEnabled: false } },
      verdict: {
        kind: 'different',
        differences: [
          {
            kind: 'release',
            isSaid: true,
            isOld: true,
            abilityId: RADIO.id,
            name: 'Radio',
            releaseId: RELEASE.id,
            version: 'v1',
          },
        ],
        left: null,
      },
    },
    words: {
      kind: 'unconfirmed',
      of: {
        kind: 'triggers-saved',
        id: radioRow.id,
        name: 'Radio',
        difference: { ...wordsSaved.difference, before: ['on air'], after: ['play radio'] },
      },
      verdict: {
        kind: 'different',
        differences: [
          { kind: 'words', id: radioRow.id, name: 'Radio', missing: ['play radio'], kept: ['on air'], isOld: false },
          { kind: 'gone', id: radioRow.id, name: 'Radio', isOld: false },
          { kind: 'unread', isOld: true },
        ],
        left: null,
      },
    },
  },
  rechecked: {
    confirmed: { kind: 'rechecked', change: RADIO_ENABLED, verdict: null },
    different: {
      kind: 'rechecked',
      change: RADIO_ENABLED,
      verdict: {
        kind: 'different',
        differences: [{ kind: 'state', id: radioRow.id, name: 'Radio', enabled: false, isOld: true }],
        left: null,
      },
    },
    unread: {
      kind: 'rechecked',
      change: RADIO_ENABLED,
      verdict: { kind: 'pending', differences: [{ kind: 'unread', isOld: true }], left: RADIO_ENABLED },
    },
  },
} satisfies Record<string, Record<string, Outcome>>;
