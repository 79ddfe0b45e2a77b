import { Ability, AbilityId, AgentId, InstalledAbility, InstalledAbilityId } from '@abilities-bot/service-api';
import type { types } from '@slack/bolt';
import type { AccessRefusal, Requester } from '../../src/core/access.ts';
import type { AgentRow } from '../../src/core/agents.ts';
import { joinCatalog } from '../../src/core/catalog.ts';
import { ALL_ABILITIES } from '../../src/core/list-query.ts';
import type { Outcome } from '../../src/core/outcome.ts';
import { withoutForbidden } from '../../src/slack/blocks/buttons.ts';
import type { HomeTab } from '../../src/slack/blocks/kit.ts';
import type { RecentChange } from '../../src/slack/features/home/change-line.ts';
import { closedHome, type HomeContents, homeView } from '../../src/slack/features/home/view.ts';
import type { Change, UndoRecord } from '../../src/store/undo-record.ts';
import { accessAs } from '../core/actors.ts';
import { ERRORS } from './error-cases.ts';
import { HUGE_CATALOG } from './golden-extremes.ts';
import { OUTCOMES } from './golden-outcomes.ts';
import { upload } from './sample-uploads.ts';
import { ASKED, AT, agent, CATALOG, CHANGE_ID, ENDS, listOf } from './sample-values.ts';

/** A name that tries to inject formatting and mentions. */
const NASTY = `<!channel> <@U0BEN> *bold* https://evil.example ${'🌦'.repeat(120)}`;

export function account(count: number): Outcome {
  const numbers = Array.from({ length: count }, (_, index) => index);
  const abilities = numbers.map((n) => Ability.parse({ id: 6001 + n, name: `${n} ${NASTY}`, category: NASTY }));
  const rows = numbers.map((n) =>
    InstalledAbility.parse({ id: 90_001 + n, name: `${n} ${NASTY}`, enabled: n % 2 === 0, trigger_words: [NASTY] }),
  );
  const catalog = joinCatalog(abilities, rows, AT);
  return { kind: 'list', catalog, query: ALL_ABILITIES, found: catalog.entries };
}

const agentRows = (count: number, name: string): AgentRow[] =>
  Array.from({ length: count }, (_, index) => ({
    agent: agent(301 + index, `${index} ${name}`, index % 2 === 0 ? 'https://images.example.com/a.png' : null),
    abilityNames: index % 3 === 0 ? null : [name, name],
    known: index % 3 === 0 ? 'no' : 'from-service',
  }));

export const changes = (count: number, name: string): RecentChange[] =>
  Array.from({ length: count }, (_, index) => ({
    record: {
      id: 'ab'.repeat(8),
      userId: 'U0ANA',
      account: null,
      at: AT,
      undoneBy: index % 2 === 0 ? null : 'U0ANA',
      shared: null,
      change: {
        kind: 'deleted',
        items: Array.from({ length: 40 }, (_item, n) => ({ id: AbilityId.parse(6001 + n), name })),
      },
    },
    undo: null,
    isRedo: false,
  }));

const recent = (change: Change, more: Partial<RecentChange & UndoRecord> = {}): RecentChange => {
  const { undo = null, isRedo = false, ...record } = more;
  return {
    record: { id: CHANGE_ID, userId: 'U0ANA', account: null, at: AT, undoneBy: null, shared: null, change, ...record },
    undo,
    isRedo,
  };
};

const NEWS_ID = InstalledAbilityId.parse(90_001);
const newsToggled = (enabled: boolean, takesBack?: string): Change => ({
  kind: 'toggled',
  items: [{ id: NEWS_ID, name: 'Weather', enabled }],
  ...(takesBack === undefined ? {} : { takesBack }),
});

/** Ana's latest change. */
export const UNDOABLE = recent(newsToggled(false), { undo: CHANGE_ID });

/** One of each kind, as a person sees them after an undo. */
const ALL_KINDS: RecentChange[] = [
  recent(newsToggled(true, CHANGE_ID), { undo: CHANGE_ID, isRedo: true }),
  recent(newsToggled(false), { undoneBy: 'U0BEN' }),
  recent(
    { kind: 'triggers', id: NEWS_ID, name: 'Weather', before: ['rain'], after: ['snow'] },
    { undo: CHANGE_ID, userId: 'U0BEN' },
  ),
  recent({ kind: 'assigned', agentId: AgentId.parse(301), agentName: 'Nova', before: null, after: [] }),
  recent({ kind: 'uploaded', abilityId: AbilityId.parse(6001), name: 'Tides', how: 'update' }),
];

export const contents = (changed: Partial<HomeContents>): HomeContents => ({
  list: account(0),
  agents: { kind: 'agents', rows: [] },
  uploads: [],
  approvals: 0,
  quiets: [],
  planned: 0,
  problems: 0,
  changes: [],
  ownAccount: false,
  ...changed,
});

export const foreverLong = (count: number): HomeContents => ({
  list: account(count),
  agents: { kind: 'agents', rows: agentRows(count, NASTY) },
  uploads: Array.from({ length: Math.min(count, 50) }, () => {
    const record = upload();
    return { ...record, form: { ...record.form, name: NASTY } };
  }),
  approvals: count,
  quiets: [],
  problems: count,
  planned: count,
  changes: changes(Math.min(count, 8), NASTY),
  ownAccount: true,
});

const NO_ROLE: AccessRefusal = {
  why: 'role-missing',
  verb: 'list',
  needed: 'viewer',
  has: 'none',
  admins: { users: ['U0ANA'], groups: [] },
};

const VIEWER: Requester = { ...ASKED, access: accessAs('viewer') };

const asSeenBy = (requester: Requester, view: HomeTab): HomeTab => ({
  ...view,
  blocks: withoutForbidden(view.blocks, requester),
});

const trouble: Outcome = { kind: 'trouble', error: ERRORS.unavailable.timeout, effect: 'none' };

/** The Home tabs of different people, by the name of the file in test/golden. */
export const HOMES: Record<string, types.HomeView> = {
  'home-empty': homeView(contents({}), ASKED, null),
  'home-usual': homeView(
    contents({
      list: listOf(CATALOG),
      agents: OUTCOMES.agents.several,
      uploads: [upload()],
      approvals: 1,
      changes: ALL_KINDS,
    }),
    ASKED,
    { text: '*Weather* disabled', undo: CHANGE_ID, isRedo: false, toggled: [90_001], at: AT.getTime() },
  ),
  'home-quiet': homeView(contents({ list: listOf(CATALOG), agents: OUTCOMES.agents.several }), ASKED, null),
  'home-timed': homeView(contents({ list: { ...listOf(CATALOG), ends: ENDS }, planned: 2 }), ASKED, null),
  'home-problems': homeView(
    contents({ list: listOf(CATALOG), agents: OUTCOMES.agents.several, problems: 2 }),
    ASKED,
    null,
  ),
  'home-problems-and-uploads': homeView(
    contents({ list: listOf(CATALOG), uploads: [upload()], problems: 1 }),
    ASKED,
    null,
  ),
  'home-viewer': asSeenBy(VIEWER, homeView(contents({ list: listOf(CATALOG), approvals: 2 }), VIEWER, null)),
  'home-long-result': homeView(contents({ list: listOf(CATALOG) }), ASKED, {
    text: '1 of 2 Abilities enabled.\n• Weather enabled\n• Radio not enabled',
    undo: CHANGE_ID,
    isRedo: false,
    toggled: [],
    at: AT.getTime(),
  }),
  'home-no-access': closedHome(NO_ROLE, ASKED),
  'home-5000': homeView({ ...foreverLong(5000), list: listOf(HUGE_CATALOG) }, ASKED, null),
  'home-markup': homeView(foreverLong(5), ASKED, null),
  'home-service-away': homeView(contents({ list: trouble, agents: trouble, changes: null }), ASKED, null),
};
