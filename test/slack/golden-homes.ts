import { Ability, AbilityId, InstalledAbility } from '@abilities-bot/service-api';
import type { types } from '@slack/bolt';
import type { AgentRow } from '../../src/core/agents.ts';
import { joinCatalog } from '../../src/core/catalog.ts';
import { ALL_ABILITIES } from '../../src/core/list-query.ts';
import type { Outcome } from '../../src/core/outcome.ts';
import { type HomeContents, homeView } from '../../src/slack/features/home/view.ts';
import type { UndoRecord } from '../../src/store/undo-record.ts';
import { ERRORS } from './error-cases.ts';
import { HUGE_CATALOG } from './golden-extremes.ts';
import { OUTCOMES } from './golden-outcomes.ts';
import { upload } from './sample-uploads.ts';
import { ASKED, AT, agent, CATALOG, CHANGE_ID, listOf } from './sample-values.ts';

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

export const changes = (count: number, name: string): UndoRecord[] =>
  Array.from({ length: count }, (_, index) => ({
    id: 'ab'.repeat(8),
    userId: 'U0ANA',
    at: AT,
    undoneBy: index % 2 === 0 ? null : 'U0ANA',
    change: {
      kind: 'deleted',
      items: Array.from({ length: 40 }, (_item, n) => ({ id: AbilityId.parse(6001 + n), name })),
    },
  }));

export const contents = (changed: Partial<HomeContents>): HomeContents => ({
  list: account(0),
  agents: { kind: 'agents', rows: [] },
  uploads: [],
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
  changes: changes(Math.min(count, 8), NASTY),
  ownAccount: true,
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
      changes: changes(2, 'Weather'),
    }),
    ASKED,
    { text: '*Weather* disabled', undo: CHANGE_ID },
  ),
  'home-5000': homeView({ ...foreverLong(5000), list: listOf(HUGE_CATALOG) }, ASKED, null),
  'home-markup': homeView(foreverLong(5), ASKED, null),
  'home-service-away': homeView(contents({ list: trouble, agents: trouble, changes: null }), ASKED, null),
};
