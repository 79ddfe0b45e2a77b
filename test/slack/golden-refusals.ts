import { AbilityId, AgentId, InstalledAbilityId } from '@abilities-bot/service-api';
import type { Refusal } from '../../src/core/outcome.ts';
import { ACCOUNT_REFUSALS } from './golden-account.ts';
import { AT, ATLAS, agent, ECHO, entryOf } from './sample-values.ts';

const TWO_ECHOS = [ECHO, agent(302, 'echo')];
const CANDIDATES = [entryOf('Weather'), entryOf('Radio'), entryOf('Garage Door'), entryOf('Old Jukebox')];

/** Every reason for a refusal. A new one without a case does not compile. */
export const REFUSALS = {
  'unknown-verb': {
    'with-suggestion': { why: 'unknown-verb', word: 'agnets', suggestion: 'agents' },
    'without-suggestion': { why: 'unknown-verb', word: 'frobnicate', suggestion: null },
  },
  'missing-argument': { '': { why: 'missing-argument', verb: 'unassign', usage: 'unassign <agent>' } },
  'bad-argument': {
    '': {
      why: 'bad-argument',
      verb: 'list',
      given: 'category:skil',
      usage: 'list category:skill | category:brain_skill | category:background_daemon | category:local',
    },
  },
  'unknown-person': { '': { why: 'unknown-person', given: '@ana' } },
  'no-such-ability': {
    'with-suggestions': { why: 'no-such-ability', asked: 'Wether', suggestions: ['Weather', 'Weather Alarm'] },
    disable: { why: 'no-such-ability', asked: 'Wether', suggestions: ['Weather'], nextAction: { verb: 'disable' } },
    delete: { why: 'no-such-ability', asked: 'Wether', suggestions: ['Weather'], nextAction: { verb: 'delete' } },
    words: {
      why: 'no-such-ability',
      asked: 'Wether',
      suggestions: ['Weather'],
      nextAction: { verb: 'triggers', change: { kind: 'replace', words: ['rain', 'hey, you'] } },
    },
    'without-suggestions': { why: 'no-such-ability', asked: 'id:7', suggestions: [] },
    'with-deletion': {
      why: 'no-such-ability',
      asked: 'id:7',
      suggestions: [],
      deletion: { name: 'News', userId: 'U0BEN', at: AT },
    },
    'several-names': {
      why: 'no-such-ability',
      asked: 'News Timer',
      suggestions: ['News', 'Timer'],
      joined: 'all',
      nextAction: { verb: 'disable' },
    },
    'several-names-to-delete': {
      why: 'no-such-ability',
      asked: 'News Timer',
      suggestions: ['News', 'Timer'],
      joined: 'all',
      nextAction: { verb: 'delete' },
    },
    'several-names-to-show': {
      why: 'no-such-ability',
      asked: 'News Timer',
      suggestions: ['News', 'Timer'],
      joined: 'all',
    },
    'some-of-several-names': {
      why: 'no-such-ability',
      asked: 'News Tmer',
      suggestions: ['News'],
      joined: 'some',
      nextAction: { verb: 'enable' },
    },
    'one-of-several-names': { why: 'no-such-ability', asked: 'Greeter, the', suggestions: [] },
  },
  'several-abilities': {
    '': { why: 'several-abilities', asked: 'weather', candidates: [entryOf('Weather'), entryOf('Old Jukebox')] },
    enable: { why: 'several-abilities', asked: 'weather', candidates: CANDIDATES, nextAction: { verb: 'enable' } },
    delete: { why: 'several-abilities', asked: 'weather', candidates: CANDIDATES, nextAction: { verb: 'delete' } },
    words: {
      why: 'several-abilities',
      asked: 'weather',
      candidates: CANDIDATES,
      nextAction: { verb: 'triggers', change: { kind: 'edit', add: ['fog'], remove: ['hey, you'] } },
    },
    'words-form': {
      why: 'several-abilities',
      asked: 'weather',
      candidates: CANDIDATES,
      nextAction: { verb: 'triggers', change: 'form' },
    },
  },
  'no-such-agent': {
    'with-suggestions': { why: 'no-such-agent', asked: 'Ecko', suggestions: ['Echo'] },
    unassign: { why: 'no-such-agent', asked: 'Ecko', suggestions: ['Echo'], nextAction: 'unassign' },
    'disable-all': {
      why: 'no-such-agent',
      asked: 'Ecko',
      suggestions: ['Echo'],
      nextAction: { verb: 'disable', what: 'all skill' },
    },
    'without-suggestions': { why: 'no-such-agent', asked: 'Zoe', suggestions: [] },
  },
  'several-agents': {
    '': { why: 'several-agents', asked: 'echo', candidates: TWO_ECHOS },
    unassign: { why: 'several-agents', asked: 'echo', candidates: TWO_ECHOS, nextAction: 'unassign' },
    'enable-all': {
      why: 'several-agents',
      asked: 'echo',
      candidates: TWO_ECHOS,
      nextAction: { verb: 'enable', what: 'all' },
    },
  },
  'agent-abilities-unknown': { '': { why: 'agent-abilities-unknown', agent: ATLAS } },
  'nothing-of-that-name': {
    'like-all': {
      why: 'nothing-of-that-name',
      asked: 'wether',
      likely: { verb: 'delete', argument: '' },
      abilities: ['Weather', 'Погода', 'Погода 2'],
      agents: ['Wendy'],
    },
    'misspelt-verb': {
      why: 'nothing-of-that-name',
      asked: 'lsit rain',
      likely: { verb: 'list', argument: 'rain' },
      abilities: [],
      agents: [],
    },
    plan: {
      why: 'nothing-of-that-name',
      asked: 'plan News',
      likely: null,
      abilities: ['News'],
      agents: [],
      isPlan: true,
    },
    'like-nothing': { why: 'nothing-of-that-name', asked: 'frobnicate', likely: null, abilities: [], agents: [] },
  },
  'several-things': {
    '': { why: 'several-things', asked: 'echo', abilities: [entryOf('Weather')], agents: [ECHO, ATLAS] },
  },
  'no-words-left': { '': { why: 'no-words-left', name: 'Weather' } },
  'no-such-words': {
    '': { why: 'no-such-words', name: 'Weather', asked: ['hail', 'fog'], words: ['rain', 'will it rain'] },
  },
  'too-many': {
    abilities: { why: 'too-many', what: 'Abilities', max: 50 },
    words: { why: 'too-many', what: 'trigger words', max: 100 },
  },
  'cannot-undo': {
    none: { why: 'cannot-undo', reason: 'none', what: null },
    unknown: { why: 'cannot-undo', reason: 'unknown', what: null },
    'too-late': { why: 'cannot-undo', reason: 'too-late', what: 'Weather' },
    'being-undone': { why: 'cannot-undo', reason: 'being-undone', what: 'Weather' },
    'undone-already': { why: 'cannot-undo', reason: 'undone-already', what: '3 Abilities' },
    'moved-on': { why: 'cannot-undo', reason: 'moved-on', what: 'Weather' },
    'redo-moved-on': { why: 'cannot-undo', reason: 'moved-on', what: 'Weather', isRedo: true },
    'other-account': { why: 'cannot-undo', reason: 'other-account', what: 'Weather' },
    'not-undoable': { why: 'cannot-undo', reason: 'not-undoable', what: 'Echo' },
  },
  'not-installed': { '': { why: 'not-installed', entry: entryOf('Garage Door') } },
  orphan: { '': { why: 'orphan', entry: entryOf('Old Jukebox') } },
  'no-ability-record': { '': { why: 'no-ability-record', entry: entryOf('Old Jukebox') } },
  'copied-button': { '': { why: 'copied-button' } },
  'old-account': { '': { why: 'old-account' } },
  'stale-button': { '': { why: 'stale-button' } },
  'other-workspace': { '': { why: 'other-workspace' } },
  'who-unknown': {
    slack: { why: 'who-unknown', reason: 'slack' },
    'missing-scope': { why: 'who-unknown', reason: 'missing-scope' },
    settings: { why: 'who-unknown', reason: 'settings' },
  },
  'role-missing': {
    none: { why: 'role-missing', verb: 'list', needed: 'viewer', has: 'none', admins: { users: [], groups: [] } },
    viewer: {
      why: 'role-missing',
      verb: 'enable',
      needed: 'editor',
      has: 'viewer',
      admins: { users: ['U0CLEO', 'U0DAN'], groups: ['S0OPS'] },
    },
    editor: {
      why: 'role-missing',
      verb: 'replace',
      needed: 'admin',
      has: 'editor',
      admins: { users: ['U0CLEO'], groups: [] },
    },
  },
  'channel-closed': {
    '': { why: 'channel-closed', channels: ['C0OPS', 'C0VOICE'] },
    many: { why: 'channel-closed', channels: Array.from({ length: 14 }, (_, index) => `C0ROOM${index}`) },
  },
  'no-such-approval': { '': { why: 'no-such-approval', id: '0123456789abcdef' } },
  'own-approval': { '': { why: 'own-approval', id: '0123456789abcdef' } },
  'not-recorded': { '': { why: 'not-recorded' } },
  busy: { '': { why: 'busy' } },
  'too-many-requests': { '': { why: 'too-many-requests', max: 10 } },
  'no-version': { '': { why: 'no-version', name: 'Radio', id: AbilityId.parse(6004) } },
  'no-ability': { '': { why: 'no-ability', name: 'Radio' } },
  'too-many-uploads': {
    person: { why: 'too-many-uploads', of: 'person', max: 20 },
    workspace: { why: 'too-many-uploads', of: 'workspace', max: 200 },
  },
  'time-passed': { '': { why: 'time-passed', wanted: 'disable' } },
  'time-too-far': { '': { why: 'time-too-far', wanted: 'disable' } },
  'no-time-zone': { '': { why: 'no-time-zone' } },
  'bad-time': {
    '': { why: 'bad-time', wanted: 'disable', given: 'until <b>9 sharp', reason: 'unreadable' },
    'too-long': { why: 'bad-time', wanted: 'disable', given: 'for 31d', reason: 'too-long' },
    'too-short': { why: 'bad-time', wanted: 'disable', given: 'for 0m', reason: 'too-short' },
    'same-times': { why: 'bad-time', wanted: 'enable', given: 'every day 8:00-8:00', reason: 'same-times' },
  },
  'timed-all': {
    disable: { why: 'timed-all', wanted: 'disable', agent: null },
    'disable-on-agent': { why: 'timed-all', wanted: 'disable', agent: 'agent:301' },
    'disable-until': { why: 'timed-all', wanted: 'disable', agent: null, time: 'until 6:00' },
    'disable-on-agent-for': { why: 'timed-all', wanted: 'disable', agent: 'agent:301', time: 'for 2h' },
    enable: { why: 'timed-all', wanted: 'enable', agent: null },
  },
  'timed-needs-approval': { '': { why: 'timed-needs-approval', ids: [InstalledAbilityId.parse(90_001)] } },
  'plan-ends-quiet': { '': { why: 'plan-ends-quiet', id: '0123456789abcdef' } },
  'plan-of-nothing': { '': { why: 'plan-of-nothing', id: '0123456789abcdef' } },
  'already-planned': { '': { why: 'already-planned' } },
  'plan-went-on': { '': { why: 'plan-went-on' } },
  'no-such-schedule': { '': { why: 'no-such-schedule' } },
  'quiet-time-passed': { '': { why: 'quiet-time-passed' } },
  'quiet-time-too-far': { '': { why: 'quiet-time-too-far' } },
  'quiet-begins-now': { '': { why: 'quiet-begins-now', agent: '' } },
  'bad-duration': {
    plain: { why: 'bad-duration', given: 'ever', agent: '' },
    agent: { why: 'bad-duration', given: 'two <weeks>', agent: 'Nova' },
  },
  'not-due': { '': { why: 'not-due' } },
  'not-quiet': {
    nothing: { why: 'not-quiet', agent: null, whole: null },
    agent: { why: 'not-quiet', agent: 'Nova', whole: null },
    whole: { why: 'not-quiet', agent: 'Nova', whole: { id: '0123456789abcdef' } },
  },
  'quiet-agent-unknown': {
    '': { why: 'quiet-agent-unknown', agent: { id: AgentId.parse(301), name: 'Nova' }, rest: ' for 30m' },
  },
  'quiet-needs-approval': {
    whole: { why: 'quiet-needs-approval', agent: null },
    agent: { why: 'quiet-needs-approval', agent: AgentId.parse(301) },
  },
  ...ACCOUNT_REFUSALS,
} satisfies { [W in Refusal['why']]: Record<string, Refusal & { why: W }> };
