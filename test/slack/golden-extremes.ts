import { joinCatalog } from '../../src/core/catalog.ts';
import type { DeletionResult } from '../../src/core/features/delete/delete.ts';
import type { ToggleResult } from '../../src/core/features/toggle/toggle.ts';
import type { Outcome } from '../../src/core/outcome.ts';
import { AT, ability, agent, installed, listOf } from './sample-values.ts';

/** Extreme but possible accounts: Slack has to accept every message. */

/** 255 UTF-16 units in a mix of scripts. */
const longName = (index: number) =>
  `${index} ${'Ærøskøbing 気象台 погода 🌦 עברית '.repeat(12)}`.slice(0, 255).replace(/[\ud800-\udbff]$/, '');

const numbers = Array.from({ length: 5000 }, (_, index) => index);
/** 5,000 Abilities, all with names of 255 characters. */
export const HUGE_CATALOG = joinCatalog(
  numbers.map((n) => ability(1000 + n, longName(n), { trigger_words: [longName(n)], description: longName(n) })),
  numbers.map((n) => installed(900_000 + n, longName(n), { enabled: n % 2 === 0, trigger_words: [longName(n)] })),
  AT,
);

const MARKUP = '<!channel> <@U0BEN> *bold* _it_ ~no~ `code` <https://evil.example|safe> :smile: & &lt;';
const markup = { description: MARKUP, category: MARKUP, last_updated: MARKUP, trigger_words: [MARKUP, MARKUP] };
const MARKED = ability(6500, MARKUP, markup);
const MARKED_ROW = installed(90_500, MARKUP, markup);
const MARKED_CATALOG = joinCatalog([MARKED], [MARKED_ROW], AT);
const [markedEntry] = MARKED_CATALOG.entries;
const [hugeEntry] = HUGE_CATALOG.entries;
if (!markedEntry || !hugeEntry) throw new Error('the extremes need an entry each');

const manyWords = Array.from({ length: 300 }, (_, n) => `what the forecast number ${n} says about the day`);
const wordyRow = installed(90_600, 'Weather', { trigger_words: manyWords });
const wordyCatalog = joinCatalog([ability(6600, 'Weather', { trigger_words: manyWords })], [wordyRow], AT);
const [wordyEntry] = wordyCatalog.entries;
if (!wordyEntry) throw new Error('the extremes need an entry each');

const fifty = HUGE_CATALOG.entries.slice(0, 50);
const results = fifty.flatMap(({ installed: row }): ToggleResult[] =>
  row ? [{ kind: 'toggled', id: row.id, name: row.name }] : [],
);
const deletions = fifty.flatMap(({ ability: one }): DeletionResult[] =>
  one ? [{ id: one.id, name: one.name, fate: 'deleted' }] : [],
);
const manyAgents = Array.from({ length: 100 }, (_, n) =>
  agent(500 + n, longName(n), 'https://images.example.com/a.png'),
);
const hugeNames = fifty.map(({ name }) => name);
const markedAgent = agent(500, MARKUP, MARKUP);

export const EXTREMES: Record<string, Record<string, Outcome>> = {
  '5000': {
    'list-first': listOf(HUGE_CATALOG),
    'list-last': listOf(HUGE_CATALOG, { page: 625 }),
    'list-found': listOf(HUGE_CATALOG, {
      words: 'погода 気象台',
      category: 'skill',
      state: 'enabled',
      sort: 'updated',
    }),
    card: { kind: 'card', entry: hugeEntry, details: hugeEntry.ability, agentNames: hugeNames },
    agents: {
      kind: 'agents',
      rows: manyAgents.map((one) => ({ agent: one, abilityNames: hugeNames, known: 'from-service' })),
    },
    'delete-choice': {
      kind: 'delete-choice',
      items: HUGE_CATALOG.entries.flatMap((entry) =>
        entry.ability ? [{ entry, ability: entry.ability, agentNames: hugeNames }] : [],
      ),
    },
    'delete-several': {
      kind: 'delete-several-question',
      items: fifty.flatMap((entry) =>
        entry.ability ? [{ entry, ability: entry.ability, agentNames: hugeNames }] : [],
      ),
      refused: [],
    },
    'toggled-several': { kind: 'toggled-several', enabled: true, results },
    'deleted-several': { kind: 'deleted-several', results: deletions },
    'assign-form': {
      kind: 'assign-form',
      form: {
        agent: agent(500, longName(1)),
        choices: HUGE_CATALOG.entries.flatMap(({ ability: one }) => one ?? []),
        current: { known: 'from-service', abilityIds: fifty.flatMap(({ ability: one }) => one?.id ?? []) },
      },
    },
    'assign-form-too-many': {
      kind: 'assign-form',
      form: {
        agent: agent(500, 'Echo'),
        choices: HUGE_CATALOG.entries.flatMap(({ ability: one }) => one ?? []),
        current: {
          known: 'from-service',
          abilityIds: HUGE_CATALOG.entries.flatMap(({ ability: one }) => one?.id ?? []).slice(0, 101),
        },
      },
    },
  },
  markup: {
    list: listOf(MARKED_CATALOG),
    'list-nothing-found': listOf(MARKED_CATALOG, { words: '<!channel> *b* _zzz_' }),
    card: { kind: 'card', entry: markedEntry, details: MARKED, agentNames: [MARKUP] },
    triggers: { kind: 'triggers', entry: markedEntry, row: MARKED_ROW },
    'triggers-form': { kind: 'triggers-form', row: MARKED_ROW, clashes: [] },
    agents: { kind: 'agents', rows: [{ agent: markedAgent, abilityNames: [MARKUP], known: 'from-service' }] },
    'unassign-question': {
      kind: 'unassign-question',
      row: { agent: markedAgent, abilityNames: [MARKUP], known: 'from-service' },
    },
    'delete-several': {
      kind: 'delete-several-question',
      items: [{ entry: markedEntry, ability: MARKED, agentNames: [MARKUP] }],
      refused: [{ why: 'no-such-ability', asked: MARKUP, suggestions: [MARKUP] }],
    },
    search: { kind: 'search-form', query: listOf(MARKED_CATALOG, { words: MARKUP }).query },
    'nothing-of-that-name': {
      kind: 'refused',
      refusal: {
        why: 'nothing-of-that-name',
        asked: MARKUP,
        likely: null,
        abilities: [MARKUP],
        agents: [MARKUP],
      },
    },
    starter: { kind: 'starter', name: MARKUP },
  },
  '300-words': {
    list: listOf(wordyCatalog),
    card: { kind: 'card', entry: wordyEntry, details: wordyEntry.ability, agentNames: null },
    triggers: { kind: 'triggers', entry: wordyEntry, row: wordyRow },
    'triggers-form': { kind: 'triggers-form', row: wordyRow, clashes: [] },
    'triggers-saved': {
      kind: 'triggers-saved',
      id: wordyRow.id,
      name: 'Weather',
      difference: { before: [], after: manyWords, added: manyWords, removed: [], kept: [] },
    },
  },
};
