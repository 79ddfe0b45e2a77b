import { AgentId, InstalledAbilityId } from '@abilities-bot/service-api';
import type { PastPlan } from '../../src/core/features/timed/past-plan.ts';
import { ALL_HISTORY } from '../../src/core/history-query.ts';
import type { Outcome } from '../../src/core/outcome.ts';
import { ERRORS } from './error-cases.ts';
import { ACCOUNT_OUTCOMES } from './golden-account.ts';
import { APPROVAL_OUTCOMES } from './golden-approvals.ts';
import { CONFIRMATION_OUTCOMES } from './golden-confirmations.ts';
import { TEAM_OUTCOMES } from './golden-team.ts';
import { UPLOAD_OUTCOMES } from './golden-uploads.ts';
import { VERSION_OUTCOMES } from './golden-versions.ts';
import { NO_SUCH_ABILITY, radioRow, VIEWS, weatherId, weatherName, weatherRow, wordsSaved } from './golden-views.ts';
import { AT, CHANGE_ID, clashesWith, ECHO, entryOf, RADIO, WEATHER } from './sample-values.ts';

const echoSaved = {
  agent: ECHO,
  abilityIds: [RADIO.id],
  before: null,
  abilityNames: ['Radio'],
  change: null,
  confirmed: 'yes' as const,
};
const weatherNow = { id: weatherRow.id, name: weatherName, enabled: true };
const UNTIL = {
  wanted: 'disable' as const,
  items: [weatherNow],
  startsAt: null,
  endsAt: new Date('2026-03-02T09:00:00Z'),
  replaces: [],
  every: null,
};
const WEEKDAYS = {
  recurrence: { days: [1, 2, 3, 4, 5], from: { hour: 8, minute: 0 }, to: { hour: 18, minute: 0 } },
  timeZone: 'Europe/Berlin',
};
const PAST: PastPlan = {
  what: 'enable',
  names: ['Weather'],
  userId: 'U0ANA',
  at: new Date('2026-03-02T09:00:00Z'),
  wasDue: true,
  hasChanged: true,
};
const PLANNED = {
  id: '0123456789abcdef',
  userId: 'U0ANA',
  line: 'enable installed:90001 unchanged-since:2026-03-01T09:00:00Z',
  at: new Date('2026-03-02T09:00:00Z'),
  what: {
    kind: 'switch' as const,
    wanted: 'enable' as const,
    items: [{ id: weatherRow.id, name: weatherName }],
    every: null,
  },
};
const DONE_NOW = {
  id: '0123456789abcdef',
  of: { kind: 'toggled', triggerWords: 'kept', id: weatherRow.id, name: weatherName, enabled: false },
  items: 1,
} as const;

const toggledSeveral: Outcome & { kind: 'toggled-several' } = {
  kind: 'toggled-several',
  enabled: true,
  results: [
    { kind: 'toggled', id: weatherRow.id, name: weatherName },
    { kind: 'unchanged', id: weatherRow.id, name: 'News' },
    { kind: 'needs-trigger-words', id: radioRow.id, name: 'Radio' },
    { kind: 'refused', asked: 'Wether', refusal: NO_SUCH_ABILITY },
    {
      kind: 'trouble',
      id: InstalledAbilityId.parse(90_003),
      name: 'Timer',
      error: ERRORS.unavailable.timeout,
      effect: 'unknown',
    },
    {
      kind: 'trouble',
      id: InstalledAbilityId.parse(90_004),
      name: 'Sunrise',
      error: ERRORS['rate-limited']['without-wait'],
      effect: 'none',
    },
  ],
};

const RADIO_OVERLAPS = clashesWith('Weather', 'will it rain').map((overlap) => ({ name: 'Radio', overlap }));

/** Every kind of outcome. A new kind without a case does not compile; '' is the only case of its kind. */
export const OUTCOMES = {
  ...VIEWS,
  'triggers-saved': {
    '': wordsSaved,
    meanwhile: {
      ...wordsSaved,
      difference: { ...wordsSaved.difference, meanwhile: { added: ['check the weather'], removed: [] } },
    },
  },
  'triggers-unchanged': {
    '': { kind: 'triggers-unchanged', id: weatherRow.id, name: weatherName },
    meanwhile: {
      kind: 'triggers-unchanged',
      id: weatherRow.id,
      name: weatherName,
      meanwhile: { added: [], removed: ['fog'] },
    },
  },
  assigned: {
    confirmed: {
      kind: 'assigned',
      result: {
        agent: ECHO,
        abilityIds: [RADIO.id, weatherId],
        abilityNames: ['Radio', 'Weather'],
        before: [weatherId],
        change: { added: ['Radio'], removed: [] },
        confirmed: 'yes',
      },
    },
    'one-added': {
      kind: 'assigned',
      result: {
        ...echoSaved,
        abilityIds: [RADIO.id, weatherId],
        abilityNames: ['Radio', 'Weather'],
        before: [weatherId],
        change: { added: ['Radio'], removed: [] },
        added: { id: RADIO.id, name: 'Radio' },
      },
    },
    'added-to-unknown': {
      kind: 'assigned',
      result: {
        ...echoSaved,
        abilityIds: [RADIO.id, weatherId],
        abilityNames: ['Radio', 'Weather'],
        before: null,
        change: null,
        added: { id: RADIO.id, name: 'Radio' },
      },
    },
    'one-removed': {
      kind: 'assigned',
      result: { ...echoSaved, before: [RADIO.id, weatherId], change: { added: [], removed: ['Weather'] } },
    },
    both: {
      kind: 'assigned',
      result: { ...echoSaved, before: [weatherId], change: { added: ['Radio'], removed: ['Weather'] } },
    },
    same: { kind: 'assigned', result: { ...echoSaved, before: [RADIO.id], change: { added: [], removed: [] } } },
    'not-confirmed': { kind: 'assigned', result: { ...echoSaved, confirmed: 'unknown' } },
    'shown-otherwise': {
      kind: 'assigned',
      result: { ...echoSaved, before: [], change: { added: ['Radio'], removed: [] }, confirmed: 'no' },
    },
    none: {
      kind: 'assigned',
      result: {
        agent: ECHO,
        abilityIds: [],
        abilityNames: [],
        before: [weatherId],
        change: { added: [], removed: ['Weather'] },
        confirmed: 'yes',
      },
    },
  },
  toggled: {
    enabled: { kind: 'toggled', id: radioRow.id, name: 'Radio', enabled: true, triggerWords: 'set' },
    disabled: { kind: 'toggled', id: radioRow.id, name: 'Radio', enabled: false, triggerWords: 'kept' },
    overlapping: {
      kind: 'toggled',
      id: radioRow.id,
      name: 'Radio',
      enabled: true,
      triggerWords: 'kept',
      clashes: [
        {
          kind: 'equal',
          word: 'will it rain',
          with: { id: weatherRow.id, name: 'Weather', word: 'Will it rain?' },
          agents: [],
        },
      ],
    },
  },
  unchanged: {
    enabled: { kind: 'unchanged', id: radioRow.id, name: 'Radio', enabled: true },
    disabled: { kind: 'unchanged', id: radioRow.id, name: 'Radio', enabled: false },
    since: { kind: 'unchanged', id: radioRow.id, name: 'Radio', enabled: true, since: { userId: 'U0BEN', at: AT } },
  },
  'toggled-several': {
    mixed: toggledSeveral,
    'all-done': {
      kind: 'toggled-several',
      enabled: false,
      results: [
        { kind: 'toggled', id: weatherRow.id, name: weatherName },
        { kind: 'toggled', id: radioRow.id, name: 'Radio' },
      ],
    },
    busy: {
      kind: 'toggled-several',
      enabled: false,
      results: [
        { kind: 'toggled', id: weatherRow.id, name: weatherName },
        { kind: 'refused', asked: 'Radio', refusal: { why: 'busy', name: 'Radio' } },
      ],
    },
    'none-done': {
      kind: 'toggled-several',
      enabled: false,
      results: [
        {
          kind: 'refused',
          asked: 'weather',
          refusal: {
            why: 'several-abilities',
            asked: 'weather',
            candidates: [entryOf('Weather'), entryOf('Old Jukebox')],
          },
        },
        { kind: 'trouble', id: radioRow.id, name: 'Radio', error: ERRORS.unauthorized.key, effect: 'none' },
      ],
    },
  },
  deleted: { '': { kind: 'deleted', name: weatherName, id: weatherId } },
  'still-there': { '': { kind: 'still-there', name: weatherName, id: weatherId } },
  'maybe-deleted': { '': { kind: 'maybe-deleted', name: weatherName, id: weatherId } },
  'gone-already': {
    '': { kind: 'gone-already', id: weatherId },
    since: { kind: 'gone-already', id: weatherId, since: { name: weatherName, userId: 'U0BEN', at: AT } },
  },
  'deleted-several': {
    mixed: {
      kind: 'deleted-several',
      results: [
        { id: weatherId, name: weatherName, fate: 'deleted' },
        { id: RADIO.id, name: 'Radio', fate: 'still-there' },
        { id: RADIO.id, name: 'News', fate: 'unknown' },
        { id: RADIO.id, name: null, fate: 'gone-already' },
      ],
    },
    'all-done': {
      kind: 'deleted-several',
      results: [
        { id: weatherId, name: weatherName, fate: 'deleted' },
        { id: RADIO.id, name: 'Radio', fate: 'deleted' },
      ],
    },
  },
  export: {
    '': {
      kind: 'export',
      account: {
        lists: {
          agents: [{ agent: ECHO, abilityIds: [WEATHER.id], abilityNames: ['Weather'], known: 'from-service' }],
          abilities: [WEATHER, RADIO],
          installed: [weatherRow],
          counts: { onAccount: 2, installed: 1, enabled: 1, orphans: 1 },
          unread: 0,
        },
        history: [],
        filter: null,
        readAt: AT,
      },
    },
    entries: {
      kind: 'export',
      account: {
        lists: null,
        history: [],
        filter: { ...ALL_HISTORY, name: 'Weather', since: '7d', userId: 'U0ANA' },
        readAt: AT,
      },
    },
  },
  starter: { '': { kind: 'starter', name: 'Night Tides' } },
  undone: {
    toggled: {
      kind: 'undone',
      changeId: CHANGE_ID,
      isRedo: false,
      shared: null,
      of: { kind: 'toggled', id: radioRow.id, name: 'Radio', enabled: true, triggerWords: 'kept' },
    },
    redone: {
      kind: 'undone',
      changeId: CHANGE_ID,
      isRedo: true,
      shared: null,
      of: { kind: 'toggled', id: radioRow.id, name: 'Radio', enabled: false, triggerWords: 'kept' },
    },
    several: { kind: 'undone', changeId: CHANGE_ID, isRedo: false, shared: null, of: toggledSeveral },
    'several-redone': {
      kind: 'undone',
      changeId: CHANGE_ID,
      isRedo: true,
      shared: null,
      of: {
        kind: 'toggled-several',
        enabled: false,
        results: [
          { kind: 'unchanged', id: weatherRow.id, name: 'News' },
          { kind: 'toggled', id: radioRow.id, name: 'Radio' },
        ],
      },
    },
    triggers: {
      kind: 'undone',
      changeId: CHANGE_ID,
      isRedo: false,
      shared: null,
      of: wordsSaved,
    },
    assigned: {
      kind: 'undone',
      changeId: CHANGE_ID,
      isRedo: false,
      shared: null,
      of: { kind: 'assigned', result: { ...echoSaved, confirmed: 'unknown' } },
    },
    'still-enabled': {
      kind: 'undone',
      changeId: CHANGE_ID,
      isRedo: false,
      shared: null,
      of: {
        kind: 'assigned',
        result: { ...echoSaved, confirmed: 'yes', stillEnabled: [{ id: weatherRow.id, name: 'Weather' }] },
      },
    },
  },
  'toggle-all-question': {
    disable: {
      kind: 'toggle-all-question',
      wanted: 'disable',
      category: null,
      agent: null,
      items: [entryOf('Memory Keeper'), entryOf('Weather')],
      more: 0,
      wordless: [],
    },
    agent: {
      kind: 'toggle-all-question',
      wanted: 'disable',
      category: 'skill',
      agent: { name: 'Nova', known: 'from-last-save' },
      items: [entryOf('Weather')],
      more: 70,
      wordless: ['Radio'],
      unread: 1,
    },
    overlapping: {
      kind: 'toggle-all-question',
      wanted: 'enable',
      category: null,
      agent: null,
      items: [entryOf('Radio')],
      more: 0,
      wordless: [],
      overlaps: RADIO_OVERLAPS,
    },
    none: {
      kind: 'toggle-all-question',
      wanted: 'enable',
      category: 'brain_skill',
      agent: { name: 'Nova', known: 'from-service' },
      items: [],
      more: 0,
      wordless: ['Radio'],
    },
  },
  'say-form': { '': { kind: 'say-form' } },
  said: {
    several: {
      kind: 'said',
      phrase: 'good morning',
      agent: { id: ECHO.id, name: ECHO.name, isKnown: true },
      unknownAgent: null,
      matches: [
        { entry: entryOf('Weather'), word: 'Good morning', within: null, obstacle: null },
        { entry: entryOf('Memory Keeper'), word: 'morning', within: 'Good morning', obstacle: null },
        { entry: entryOf('Radio'), word: 'good morning', within: null, obstacle: 'disabled' },
        { entry: entryOf('Old Jukebox'), word: 'morning', within: 'Good morning', obstacle: 'orphan' },
      ],
    },
    one: {
      kind: 'said',
      phrase: 'good morning',
      agent: { id: ECHO.id, name: ECHO.name, isKnown: false },
      unknownAgent: null,
      matches: [{ entry: entryOf('Weather'), word: 'Good morning', within: null, obstacle: null }],
    },
    nothing: { kind: 'said', phrase: 'hello', agent: null, unknownAgent: 'Nowhere', matches: [] },
  },
  'quiet-form': {
    '': {
      kind: 'quiet-form',
      agents: [
        { id: AgentId.parse(301), name: 'Nova', enabled: 1 },
        { id: AgentId.parse(302), name: 'Echo', enabled: null },
      ],
      enabled: 7,
      current: [],
    },
    nothing: {
      kind: 'quiet-form',
      agents: [{ id: AgentId.parse(301), name: 'Nova', enabled: 0 }],
      enabled: 0,
      current: [],
    },
    unknown: {
      kind: 'quiet-form',
      agents: [{ id: AgentId.parse(301), name: 'Nova', enabled: null }],
      enabled: null,
      current: [],
    },
    'while-quiet': {
      kind: 'quiet-form',
      agents: [{ id: AgentId.parse(301), name: 'Nova', enabled: 0 }],
      enabled: 0,
      current: [{ agent: null, userId: 'U0BEN', endsAt: new Date('2026-03-02T06:00:00Z') }],
    },
    'while-agent-quiet': {
      kind: 'quiet-form',
      agents: [{ id: AgentId.parse(301), name: 'Nova', enabled: 0 }],
      enabled: 7,
      current: [
        { agent: { id: AgentId.parse(301), name: 'Nova' }, userId: 'U0BEN', endsAt: new Date('2026-03-02T06:00:00Z') },
      ],
    },
  },
  'quiet-started': {
    '': {
      kind: 'quiet-started',
      agent: null,
      quietId: '0123456789abcdef',
      endsAt: new Date('2026-11-22T21:08:00Z'),
      count: 500,
    },
  },
  'resume-started': { '': { kind: 'resume-started', quietId: '0123456789abcdef', count: 500 } },
  quieted: {
    agent: {
      kind: 'quieted',
      agent: { id: AgentId.parse(301), name: 'Nova' },
      quietId: '0123456789abcdef',
      endsAt: new Date('2026-03-01T09:30:00Z'),
      endPostedIn: 'C0OPS',
      extended: null,
      isAgain: false,
      results: [
        { kind: 'toggled', id: weatherRow.id, name: weatherName },
        { kind: 'toggled', id: radioRow.id, name: 'Radio' },
      ],
    },
    'in-part': {
      kind: 'quieted',
      agent: null,
      quietId: '0123456789abcdef',
      endsAt: null,
      endPostedIn: null,
      extended: null,
      isAgain: false,
      results: toggledSeveral.results,
    },
    longer: {
      kind: 'quieted',
      agent: null,
      quietId: '0123456789abcdef',
      endsAt: new Date('2026-03-03T09:00:00Z'),
      endPostedIn: 'D0ANA',
      extended: { from: new Date('2026-03-01T12:00:00Z') },
      isAgain: false,
      results: [],
    },
    nothing: {
      kind: 'quieted',
      agent: { id: AgentId.parse(301), name: 'Nova' },
      quietId: null,
      endsAt: null,
      endPostedIn: null,
      extended: null,
      isAgain: false,
      results: [],
    },
  },
  resumed: {
    whole: {
      kind: 'resumed',
      isDue: false,
      agents: [null],
      results: [{ kind: 'toggled', id: weatherRow.id, name: weatherName }],
      left: [
        { name: 'News', now: 'enabled', by: 'U0BEN' },
        { name: 'Timer', now: 'disabled', by: 'U0BEN' },
        { name: 'Jokes', now: 'enabled', by: null },
        { name: 'Radio', now: 'gone', by: null },
      ],
      openIds: [],
      againAt: null,
    },
    'in-part': {
      kind: 'resumed',
      isDue: false,
      agents: [{ id: AgentId.parse(301), name: 'Nova' }],
      results: toggledSeveral.results,
      left: [],
      openIds: ['0123456789abcdef'],
      againAt: new Date('2026-03-01T09:31:00Z'),
    },
    due: {
      kind: 'resumed',
      isDue: true,
      agents: [null],
      results: [{ kind: 'toggled', id: weatherRow.id, name: weatherName }],
      left: [],
      openIds: [],
      againAt: null,
    },
    nothing: { kind: 'resumed', isDue: false, agents: [null], results: [], left: [], openIds: [], againAt: null },
  },
  'plan-form': {
    enabled: { kind: 'plan-form', items: [weatherNow], change: null },
    disabled: { kind: 'plan-form', items: [{ ...weatherNow, enabled: false }], change: null },
    change: {
      kind: 'plan-form',
      items: [weatherNow, { ...weatherNow, id: radioRow.id, name: radioRow.name, enabled: false }],
      change: { id: '0123456789abcdef', wanted: 'disable', when: 'every weekday from 8:00 to 18:00', at: null },
    },
    'change-once': {
      kind: 'plan-form',
      items: [weatherNow],
      change: {
        id: '0123456789abcdef',
        wanted: 'disable',
        when: 'tomorrow at 9:00',
        at: new Date('2026-03-02T08:00:00Z'),
      },
    },
  },
  'timed-question': {
    until: { kind: 'timed-question', ...UNTIL },
    instead: { kind: 'timed-question', ...UNTIL, replaces: [new Date('2026-03-01T18:00:00Z')] },
    every: { kind: 'timed-question', ...UNTIL, startsAt: UNTIL.endsAt, endsAt: null, every: WEEKDAYS },
    already: { kind: 'timed-question', ...UNTIL, items: [{ ...weatherNow, enabled: false }] },
    at: { kind: 'timed-question', ...UNTIL, wanted: 'enable', startsAt: UNTIL.endsAt, endsAt: null },
    overlapping: {
      kind: 'timed-question',
      ...UNTIL,
      wanted: 'enable',
      startsAt: UNTIL.endsAt,
      endsAt: null,
      overlaps: RADIO_OVERLAPS,
    },
  },
  timed: {
    until: {
      kind: 'timed',
      ...UNTIL,
      id: '0123456789abcdef',
      of: { kind: 'toggled', triggerWords: 'kept', id: weatherRow.id, name: weatherName, enabled: false },
    },
    every: {
      kind: 'timed',
      ...UNTIL,
      startsAt: UNTIL.endsAt,
      endsAt: null,
      every: WEEKDAYS,
      id: '0123456789abcdef',
      of: null,
    },
    at: { kind: 'timed', ...UNTIL, startsAt: UNTIL.endsAt, endsAt: null, id: '0123456789abcdef', of: null },
  },
  'timed-now': {
    once: { kind: 'timed-now', ...DONE_NOW, next: null, leftFor: null },
    every: { kind: 'timed-now', ...DONE_NOW, next: { wanted: 'enable', at: PLANNED.at }, leftFor: null },
    'in-part': { kind: 'timed-now', ...DONE_NOW, items: 2, next: null, leftFor: PLANNED.at },
  },
  'timed-done': {
    changed: {
      kind: 'timed-done',
      wanted: 'enable',
      of: null,
      left: [{ id: weatherRow.id, name: weatherName, why: 'changed', by: 'U0BEN' }],
      againAt: null,
    },
    'in-part': {
      kind: 'timed-done',
      wanted: 'enable',
      of: toggledSeveral,
      left: [
        { id: weatherRow.id, name: weatherName, why: 'changed', by: 'U0BEN' },
        { id: radioRow.id, name: 'Radio', why: 'quiet' },
      ],
      againAt: new Date('2026-03-02T09:05:00Z'),
    },
  },
  scheduled: {
    nothing: { kind: 'scheduled', rows: [], page: 1 },
    'second-page': { kind: 'scheduled', rows: Array.from({ length: 20 }, () => PLANNED), page: 2 },
    several: {
      kind: 'scheduled',
      page: 1,
      rows: [
        PLANNED,
        { ...PLANNED, what: { ...PLANNED.what, every: { ...WEEKDAYS, half: 'end' } } },
        { ...PLANNED, what: { kind: 'end-quiet', agent: 'Nova' } },
        { ...PLANNED, what: { kind: 'end-quiet', agent: null } },
      ],
    },
  },
  'plan-changed': { '': { kind: 'plan-changed', row: PLANNED } },
  'plan-over': {
    due: { kind: 'plan-over', past: PAST },
    now: { kind: 'plan-over', past: { ...PAST, names: ['Radio', 'Weather'], userId: 'U0BEN', wasDue: false } },
    already: { kind: 'plan-over', past: { ...PAST, hasChanged: false } },
    canceled: { kind: 'plan-over', past: { ...PAST, what: 'cancel', wasDue: false } },
  },
  'schedule-canceled': {
    '': { kind: 'schedule-canceled', row: PLANNED },
    every: {
      kind: 'schedule-canceled',
      row: { ...PLANNED, what: { ...PLANNED.what, every: { ...WEEKDAYS, half: 'start' } } },
    },
  },
  ...CONFIRMATION_OUTCOMES,
  ...TEAM_OUTCOMES,
  ...ACCOUNT_OUTCOMES,
  ...APPROVAL_OUTCOMES,
  ...UPLOAD_OUTCOMES,
  ...VERSION_OUTCOMES,
  // Each reason has its own table.
  refused: {},
  trouble: {},
} satisfies { [K in Outcome['kind']]: Record<string, Outcome & { kind: K }> };
