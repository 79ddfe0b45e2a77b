import type { WordsOfAbilities } from '../../src/core/clashes.ts';
import { ALL_COMMANDS } from '../../src/core/features/help.ts';
import type { KnownAbilities } from '../../src/core/known-assignments.ts';
import type { Outcome, Refusal } from '../../src/core/outcome.ts';
import { VERBS } from '../../src/core/verbs.ts';
import type { Change, UndoRecord } from '../../src/store/undo-record.ts';
import {
  AT,
  ATLAS,
  ability,
  agentId,
  CATALOG,
  CHANGE_ID,
  clashesWith,
  ECHO,
  ENDS,
  entryOf,
  installed,
  LONG_CATALOG,
  listOf,
  NOVA,
  RADIO,
  WEATHER,
} from './sample-values.ts';

const OFFICE_HOURS = {
  recurrence: { days: [1, 2, 3, 4, 5], from: { hour: 8, minute: 0 }, to: { hour: 18, minute: 0 } },
  timeZone: 'Europe/Berlin',
};

export const { id: weatherId, name: weatherName } = WEATHER;
export const radioRow = installed(90_002, 'Radio', { enabled: false, trigger_words: [] });
export const weatherRow = installed(90_001, 'Weather', { trigger_words: ['check the weather', 'will it rain'] });
const help = (about: string | null): Outcome & { kind: 'help' } => ({ kind: 'help', about });
export const NO_SUCH_ABILITY: Refusal = { why: 'no-such-ability', asked: 'Wether', suggestions: ['Weather'] };
export const wordsSaved: Outcome & { kind: 'triggers-saved' } = {
  kind: 'triggers-saved',
  id: weatherRow.id,
  name: weatherName,
  difference: {
    before: ['check the weather', 'hail'],
    after: ['check the weather', 'rain', 'snow'],
    added: ['rain', 'snow'],
    removed: ['hail'],
    kept: ['check the weather'],
  },
};

const addForm = (
  current: KnownAbilities | null,
  words: WordsOfAbilities = new Map(),
): Outcome & { kind: 'add-to-agent-form' } => ({
  kind: 'add-to-agent-form',
  form: {
    ability: RADIO,
    agents: [ATLAS, ECHO, NOVA],
    chosen: current && { agent: ECHO, choices: [RADIO, WEATHER], current, words },
  },
});

const lastChange = (change: Change): UndoRecord => ({
  id: CHANGE_ID,
  userId: 'U0BEN',
  account: null,
  at: AT,
  change,
  undoneBy: null,
  shared: null,
});

const QUIET = {
  id: CHANGE_ID,
  agent: null,
  userId: 'U0BEN',
  startedAt: AT.getTime() - 60_000,
  endsAt: AT.getTime() + 30 * 60_000,
  items: [{ id: weatherRow.id, name: 'Weather', since: 0, isDisabled: true }],
  tries: 0,
};

/** Outcomes that show or ask something. '' is the only case of its kind. */
export const VIEWS = {
  list: {
    'one-page': listOf(CATALOG),
    timed: { ...listOf(CATALOG), ends: ENDS },
    quiet: { ...listOf(CATALOG), quiets: [QUIET] },
    'quiet-twice': { ...listOf(CATALOG), quiets: [QUIET, { ...QUIET, agent: { id: NOVA.id, name: 'Nova' } }] },
    asks: { ...listOf(CATALOG), disablingWaits: true },
    'last-change': {
      ...listOf(CATALOG),
      lastChange: lastChange({ kind: 'toggled', items: [{ id: weatherRow.id, name: 'Weather', enabled: false }] }),
    },
    'last-undo-of-many': {
      ...listOf(CATALOG),
      lastChange: lastChange({
        kind: 'toggled',
        takesBack: CHANGE_ID,
        items: ['Weather', 'News and all its headlines of the day', 'Night Watch of the garden and the house'].map(
          (name) => ({
            id: weatherRow.id,
            name,
            enabled: true,
          }),
        ),
      }),
    },
    'middle-page': listOf(LONG_CATALOG, { page: 2 }),
    'past-the-end': listOf(LONG_CATALOG, { page: 99 }),
    empty: listOf({ entries: [], readAt: AT }),
    filtered: listOf(CATALOG, { words: 'weather', category: 'skill', state: 'enabled', sort: 'updated' }),
    table: listOf(CATALOG, { view: 'table' }),
    'table-of-many': listOf(LONG_CATALOG, { view: 'table', page: 2 }),
    'table-of-none': listOf(CATALOG, { words: 'snow', view: 'table' }),
    'nothing-found': listOf(CATALOG, { words: 'snow', state: 'disabled' }),
    'long-line': listOf(LONG_CATALOG, {
      words: 'ability with a rather long line of words to find',
      category: 'background_daemon',
      state: 'not-installed',
      sort: 'updated',
    }),
  },
  'search-form': {
    empty: { kind: 'search-form', query: listOf(CATALOG).query },
    filled: {
      kind: 'search-form',
      query: { words: 'rain', category: 'brain_skill', state: 'orphan', sort: 'state', page: 3 },
    },
  },
  'choose-form': {
    show: { kind: 'choose-form', wanted: 'show' },
    triggers: { kind: 'choose-form', wanted: 'triggers' },
    enable: { kind: 'choose-form', wanted: 'enable' },
    disable: { kind: 'choose-form', wanted: 'disable' },
  },
  card: {
    enabled: { kind: 'card', entry: entryOf('Weather'), details: WEATHER, agentNames: ['Echo', 'Nova'] },
    coming: {
      kind: 'card',
      entry: entryOf('Weather'),
      details: WEATHER,
      agentNames: ['Echo'],
      plannedChanges: [
        { kind: 'switch', wanted: 'disable', every: null, at: new Date('2026-03-02T09:00:00Z'), userId: 'U0ANA' },
        { kind: 'end-quiet', at: null, userId: 'U0BEN' },
      ],
    },
    'coming-again': {
      kind: 'card',
      entry: entryOf('Weather'),
      details: WEATHER,
      agentNames: ['Echo'],
      plannedChanges: [
        {
          kind: 'switch',
          wanted: 'disable',
          every: { ...OFFICE_HOURS, half: 'start' },
          at: new Date('2026-03-02T08:00:00Z'),
          userId: 'U0ANA',
        },
        {
          kind: 'switch',
          wanted: 'enable',
          every: { ...OFFICE_HOURS, half: 'end' },
          at: new Date('2026-03-02T18:00:00Z'),
          userId: 'U0ANA',
        },
      ],
    },
    waits: { kind: 'card', entry: entryOf('Weather'), details: WEATHER, agentNames: ['Echo'], waits: true },
    disabled: { kind: 'card', entry: entryOf('Radio'), details: RADIO, agentNames: [] },
    'not-installed': { kind: 'card', entry: entryOf('Garage Door'), details: null, agentNames: null },
    orphan: { kind: 'card', entry: entryOf('Old Jukebox'), details: null, agentNames: null },
    clashing: {
      kind: 'card',
      entry: entryOf('Weather'),
      details: null,
      agentNames: null,
      clashes: clashesWith('Radio', 'is it raining'),
    },
    'not-for-agents': { kind: 'card', entry: entryOf('Memory Keeper'), details: null, agentNames: null },
    'not-for-agents-no-words': {
      kind: 'card',
      entry: {
        ...entryOf('Memory Keeper'),
        installed: { ...installed(90_003, 'Memory Keeper'), isForAgents: false, triggerWords: [] },
        triggerWords: [],
      },
      details: null,
      agentNames: null,
    },
    // The list has what the Ability's own endpoint leaves out.
    'thin-answer': {
      kind: 'card',
      entry: {
        ...entryOf('Weather'),
        installed: installed(90_001, 'Weather', { default: true, shortcut: 'ctrl <w>' }),
      },
      details: ability(6403, 'Weather', { description: null, category: null }),
      agentNames: [],
    },
    'disabled-in-slack': {
      kind: 'card',
      entry: {
        ...entryOf('Weather'),
        state: 'disabled',
        installed: installed(90_001, 'Weather', { enabled: false }),
      },
      details: WEATHER,
      agentNames: null,
      lastSavedOn: ['Echo'],
      lastChange: lastChange({ kind: 'toggled', items: [{ id: weatherRow.id, name: 'Weather', enabled: false }] }),
    },
    'changed-elsewhere': {
      kind: 'card',
      entry: entryOf('Weather'),
      details: WEATHER,
      agentNames: ['Echo'],
      lastChange: lastChange({ kind: 'toggled', items: [{ id: weatherRow.id, name: 'Weather', enabled: false }] }),
    },
    'added-to-an-agent': {
      kind: 'card',
      entry: entryOf('Weather'),
      details: WEATHER,
      agentNames: ['Echo'],
      lastChange: lastChange({
        kind: 'assigned',
        agentId: ECHO.id,
        agentName: 'Echo',
        before: [],
        after: [weatherId],
      }),
    },
    'in-full': {
      kind: 'card',
      inFull: true,
      entry: {
        ...entryOf('Weather'),
        installed: installed(90_001, 'Weather', { default: true, shortcut: 'ctrl <w>', system_capability: true }),
      },
      details: { ...WEATHER, isApproved: true, isPublished: false },
      agentNames: ['Echo'],
    },
    'all-fields': {
      kind: 'card',
      entry: {
        ...entryOf('Weather'),
        installed: installed(90_001, 'Weather', { agent_capability: true, system_capability: true }),
      },
      details: { ...WEATHER, isApproved: true, isPublished: false },
      agentNames: ['Echo'],
    },
  },
  triggers: {
    several: { kind: 'triggers', entry: entryOf('Weather'), row: weatherRow },
    none: { kind: 'triggers', entry: entryOf('Radio'), row: radioRow },
  },
  'triggers-form': {
    several: { kind: 'triggers-form', row: weatherRow, clashes: [] },
    none: { kind: 'triggers-form', row: radioRow, clashes: [] },
    'with-a-comma': {
      kind: 'triggers-form',
      row: installed(90_005, 'Greeter, the', { trigger_words: ['hey, you', 'hello'] }),
      clashes: [],
    },
    clashing: { kind: 'triggers-form', row: weatherRow, clashes: clashesWith('Radio', 'is it raining') },
    'too-many': {
      kind: 'triggers-form',
      clashes: [],
      row: installed(90_001, 'Weather', { trigger_words: Array.from({ length: 300 }, (_, n) => `forecast ${n}`) }),
    },
  },
  agents: {
    several: {
      kind: 'agents',
      rows: [
        { agent: ECHO, abilityNames: ['Weather', 'Radio'], known: 'from-service' },
        { agent: ATLAS, abilityNames: ['Radio'], known: 'from-last-save' },
        { agent: NOVA, abilityNames: null, known: 'no' },
      ],
    },
    many: {
      kind: 'agents',
      rows: Array.from({ length: 25 }, (_, index) => ({
        agent: { ...NOVA, id: agentId(400 + index), name: `Agent ${index + 1}` },
        abilityNames: [],
        known: 'from-service' as const,
      })),
    },
    one: { kind: 'agents', rows: [{ agent: ECHO, abilityNames: ['Weather'], known: 'from-service' }] },
    none: { kind: 'agents', rows: [] },
  },
  'assign-form': {
    unknown: {
      kind: 'assign-form',
      form: { agent: ECHO, choices: [RADIO, WEATHER], current: { known: 'no' } },
    },
    'from-service': {
      kind: 'assign-form',
      form: {
        agent: ECHO,
        choices: [RADIO, WEATHER],
        current: { known: 'from-service', abilityIds: [weatherId] },
      },
    },
    'last-saved': {
      kind: 'assign-form',
      form: { agent: ECHO, choices: [RADIO], current: { known: 'from-last-save', abilityIds: [weatherId] } },
    },
  },
  'add-to-agent-form': {
    several: addForm(null),
    overlapping: addForm(
      { known: 'from-service', abilityIds: [weatherId] },
      new Map([
        [RADIO.id, ['is it raining']],
        [weatherId, ['Is it raining?', 'weather']],
      ]),
    ),
    none: { kind: 'add-to-agent-form', form: { ability: RADIO, agents: [], chosen: null } },
    unknown: addForm({ known: 'no' }),
    'last-saved': addForm({ known: 'from-last-save', abilityIds: [weatherId] }),
    'from-service': addForm({ known: 'from-service', abilityIds: [weatherId] }),
    empty: addForm({ known: 'from-service', abilityIds: [] }),
    already: addForm({ known: 'from-service', abilityIds: [RADIO.id, weatherId] }),
  },
  'unassign-question': {
    'from-service': {
      kind: 'unassign-question',
      row: { agent: ECHO, abilityNames: ['Weather', 'Radio'], known: 'from-service' },
    },
    'last-saved': {
      kind: 'unassign-question',
      row: { agent: ATLAS, abilityNames: ['Radio'], known: 'from-last-save' },
    },
    unknown: { kind: 'unassign-question', row: { agent: NOVA, abilityNames: null, known: 'no' } },
    none: { kind: 'unassign-question', row: { agent: NOVA, abilityNames: [], known: 'from-service' } },
  },
  'needs-trigger-words': {
    enable: { kind: 'needs-trigger-words', row: radioRow, wanted: 'enable' },
    disable: { kind: 'needs-trigger-words', row: radioRow, wanted: 'disable' },
  },
  'delete-choice': {
    usual: {
      kind: 'delete-choice',
      items: [
        { entry: entryOf('Weather'), ability: WEATHER, agentNames: ['Echo', 'Nova'], waits: true },
        { entry: entryOf('Radio'), ability: RADIO, agentNames: null },
      ],
    },
    none: { kind: 'delete-choice', items: [] },
  },
  'delete-question': {
    assigned: {
      kind: 'delete-question',
      entry: entryOf('Weather'),
      ability: WEATHER,
      agentNames: ['Echo', 'Nova'],
    },
    'not-assigned': { kind: 'delete-question', entry: entryOf('Radio'), ability: RADIO, agentNames: [] },
    unknown: { kind: 'delete-question', entry: entryOf('Radio'), ability: RADIO, agentNames: null },
    'last-saved': {
      kind: 'delete-question',
      entry: entryOf('Radio'),
      ability: RADIO,
      agentNames: null,
      lastSavedOn: ['Echo'],
    },
    waits: { kind: 'delete-question', entry: entryOf('Weather'), ability: WEATHER, agentNames: ['Echo'], waits: true },
  },
  'delete-several-question': {
    several: {
      kind: 'delete-several-question',
      items: [
        { entry: entryOf('Weather'), ability: WEATHER, agentNames: ['Echo', 'Nova'] },
        { entry: entryOf('Radio'), ability: RADIO, agentNames: null, lastSavedOn: ['Echo'] },
      ],
      refused: [{ why: 'no-ability-record', entry: entryOf('Old Jukebox') }, NO_SUCH_ABILITY],
    },
    one: {
      kind: 'delete-several-question',
      items: [{ entry: entryOf('Radio'), ability: RADIO, agentNames: [] }],
      refused: [NO_SUCH_ABILITY],
    },
    none: { kind: 'delete-several-question', items: [], refused: [NO_SUCH_ABILITY] },
    waits: {
      kind: 'delete-several-question',
      items: [
        { entry: entryOf('Weather'), ability: WEATHER, agentNames: ['Echo'] },
        { entry: entryOf('Radio'), ability: RADIO, agentNames: [] },
      ],
      refused: [],
      waits: true,
    },
  },
  // With a file: see the upload modals.
  'upload-form': { '': { kind: 'upload-form' } },
  help: {
    tasks: help(null),
    all: help(ALL_COMMANDS),
    ...Object.fromEntries(VERBS.map(({ name }) => [name, help(name)])),
  },
} satisfies Partial<{ [K in Outcome['kind']]: Record<string, Outcome & { kind: K }> }>;
