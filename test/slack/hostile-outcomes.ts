import type { AbilityId, InstalledAbility } from '@abilities-bot/service-api';
import { joinCatalog } from '../../src/core/catalog.ts';
import type { ToggleResult } from '../../src/core/features/toggle/toggle.ts';
import { ALL_HISTORY } from '../../src/core/history-query.ts';
import type { ListQuery } from '../../src/core/list-query.ts';
import type { Outcome, Refusal } from '../../src/core/outcome.ts';
import type { WordsChange } from '../../src/core/trigger-words.ts';
import { InvalidRequestError, UnreadableAnswerError } from '../../src/service/errors.ts';
import type { UndoRecord } from '../../src/store/undo-record.ts';
import { hostileApprovals, waitingOf } from './hostile-approvals.ts';
import { hostileTeam } from './hostile-team.ts';
import { AT, ability, agent, CHANGE_ID, clashesWith, installed, listOf } from './sample-values.ts';

/** The maximum length of a list's line. */
const LONG_QUERY: Partial<ListQuery> = { category: 'background_daemon', state: 'not-installed', sort: 'updated' };

/** An account on which everything is named `text`: 150 Abilities in all states, 100 Agents. */
function hostileAccount(text: string) {
  const more = { description: text, category: text, last_updated: text, trigger_words: Array(300).fill(text) };
  const abilities = Array.from({ length: 150 }, (_, index) => ability(999_999_999_000_000 + index, text, more));
  const rows = Array.from({ length: 40 }, (_, index) =>
    installed(999_999_999_900_000 + index, text, {
      enabled: index % 2 === 0,
      trigger_words: more.trigger_words,
      shortcut: text,
      ability_id: index % 3 === 0 ? null : 999_999_999_000_000 + index,
    }),
  );
  const catalog = joinCatalog(abilities, rows, AT);
  const [entry] = catalog.entries;
  const [first] = abilities;
  const [row] = rows;
  if (!entry || !first || !row) throw new Error('an account with something on it is needed');
  const names = Array<string>(100).fill(text);
  const agents = names.map((name, index) => agent(500 + index, name, `https://images.example.com/${index}`));
  return { abilities, rows, catalog, entry, first, row, names, agents, echo: agent(500, text, text) };
}

function hostileRefusals(text: string): Refusal[] {
  const { agents, catalog, entry, names } = hostileAccount(text);
  const wordsChange: WordsChange = { kind: 'edit', add: [text], remove: names, whole: text };
  return [
    { why: 'unknown-verb', word: text, suggestion: null },
    { why: 'bad-argument', verb: 'list', usage: 'list [page]', given: text },
    { why: 'unknown-person', given: `@${text}` },
    { why: 'no-such-ability', asked: text, suggestions: [text, text, text] },
    { why: 'no-such-ability', asked: 'id:7', suggestions: [], deletion: { name: text, userId: 'U0BEN', at: AT } },
    { why: 'several-abilities', asked: text, candidates: catalog.entries.slice(0, 10) },
    { why: 'several-abilities', asked: text, candidates: catalog.entries },
    { why: 'no-such-ability', asked: text, suggestions: [text], nextAction: { verb: 'delete' } },
    { why: 'no-such-ability', asked: text, suggestions: names, joined: 'all', nextAction: { verb: 'delete' } },
    { why: 'no-such-ability', asked: text, suggestions: names, joined: 'some', nextAction: { verb: 'enable' } },
    ...[wordsChange, 'form' as const, null].flatMap((change): Refusal[] => [
      { why: 'no-such-ability', asked: text, suggestions: [text], nextAction: { verb: 'triggers', change } },
      { why: 'several-abilities', asked: text, candidates: catalog.entries, nextAction: { verb: 'triggers', change } },
    ]),
    ...(['enable', 'delete'] as const).map(
      (verb): Refusal => ({ why: 'several-abilities', asked: text, candidates: catalog.entries, nextAction: { verb } }),
    ),
    { why: 'no-such-agent', asked: text, suggestions: [text], nextAction: 'unassign' },
    { why: 'no-such-agent', asked: text, suggestions: [text, text, text] },
    { why: 'several-agents', asked: text, candidates: agents },
    { why: 'no-such-agent', asked: text, suggestions: [text], nextAction: { verb: 'disable', what: 'all skill' } },
    { why: 'several-agents', asked: text, candidates: agents, nextAction: { verb: 'enable', what: 'all' } },
    ...agents.slice(0, 1).map((agent): Refusal => ({ why: 'agent-abilities-unknown', agent })),
    { why: 'several-agents', asked: text, candidates: agents, nextAction: 'unassign' },
    {
      why: 'nothing-of-that-name',
      asked: text,
      likely: { verb: 'list', argument: text },
      abilities: names,
      agents: names,
    },
    { why: 'several-things', asked: text, abilities: catalog.entries, agents },
    { why: 'no-words-left', name: text },
    { why: 'no-such-words', name: text, asked: names, words: names },
    { why: 'cannot-undo', reason: 'moved-on', what: text },
    { why: 'cannot-undo', reason: 'not-undoable', what: text },
    { why: 'not-installed', entry },
    { why: 'orphan', entry },
    { why: 'no-ability-record', entry },
  ];
}

const invalid = (detail: string) => new InvalidRequestError({ endpoint: 'list Abilities', status: 400, detail });

/** Every result, with `text` in each of its texts. */
function hostileResults(text: string, row: InstalledAbility): ToggleResult[] {
  return [
    { kind: 'toggled', id: row.id, name: text },
    { kind: 'unchanged', id: row.id, name: text },
    { kind: 'needs-trigger-words', id: row.id, name: text },
    { kind: 'trouble', id: row.id, name: text, error: invalid(text), effect: 'none' },
    { kind: 'trouble', id: row.id, name: text, error: invalid(text), effect: 'unknown' },
    ...hostileRefusals(text).map((refusal): ToggleResult => ({ kind: 'refused', asked: text, refusal })),
  ];
}

/** Notices of a single text and their subjects. */
export function hostileNotices(text: string): Outcome[] {
  const { abilities, agents, catalog, echo, first, names, row, rows } = hostileAccount(text);
  const { id } = first;
  const difference = { before: names, after: names, added: names, removed: names, kept: names };
  const meanwhile = { added: names, removed: names };
  const results = hostileResults(text, row);
  const several: Outcome & { kind: 'toggled-several' } = { kind: 'toggled-several', enabled: true, results };
  const assigned: Outcome & { kind: 'assigned' } = {
    kind: 'assigned',
    result: {
      agent: echo,
      abilityIds: abilities.map((one) => one.id),
      abilityNames: names,
      before: [],
      change: { added: names, removed: names },
      meanwhile,
      confirmed: 'unknown',
    },
  };
  return [
    assigned,
    { kind: 'assigned', result: { ...assigned.result, confirmed: 'no' } },
    { kind: 'toggled', id: row.id, name: text, enabled: true, triggerWords: 'kept', clashes: clashesWith(text, text) },
    { kind: 'unchanged', id: row.id, name: text, enabled: true },
    several,
    ...results.map((result): Outcome => ({ kind: 'toggled-several', enabled: false, results: Array(50).fill(result) })),
    { kind: 'triggers-saved', id: row.id, name: text, difference },
    { kind: 'triggers-unchanged', id: row.id, name: text },
    { kind: 'triggers-saved', id: row.id, name: text, difference: { ...difference, meanwhile } },
    { kind: 'triggers-unchanged', id: row.id, name: text, meanwhile },
    { kind: 'deleted', name: text, id },
    { kind: 'gone-already', id, since: { name: text, userId: 'U0BEN', at: AT } },
    { kind: 'still-there', name: text, id },
    { kind: 'maybe-deleted', name: text, id },
    {
      kind: 'deleted-several',
      results: (['deleted', 'still-there', 'unknown', 'gone-already'] as const).flatMap((fate) =>
        Array.from({ length: 50 }, () => ({ id, name: text, fate })),
      ),
    },
    ...hostileApprovals(text),
    { kind: 'undone', changeId: CHANGE_ID, isRedo: false, shared: null, of: several },
    { kind: 'undone', changeId: CHANGE_ID, isRedo: false, shared: null, of: assigned },
    {
      kind: 'undone',
      changeId: CHANGE_ID,
      isRedo: false,
      shared: null,
      of: { kind: 'triggers-saved', id: row.id, name: text, difference },
    },
    {
      kind: 'export',
      account: {
        lists: {
          agents: agents.map((one) => ({
            agent: one,
            abilityIds: null,
            abilityNames: names,
            known: 'from-service' as const,
          })),
          abilities,
          installed: rows,
          counts: { onAccount: 5000, installed: 5000, enabled: 1, orphans: 9 },
          unread: 0,
        },
        history: [],
        filter: { ...ALL_HISTORY, name: text },
        readAt: AT,
      },
    },
    { kind: 'starter', name: text },
    {
      kind: 'said',
      phrase: text,
      agent: { id: agent(500, text).id, name: text, isKnown: false },
      unknownAgent: text,
      matches: catalog.entries.map((entry) => ({ entry, word: text, within: text, obstacle: 'not-on-agent' as const })),
    },
    ...hostileRefusals(text).map((refusal): Outcome => ({ kind: 'refused', refusal })),
    { kind: 'trouble', error: invalid(text), effect: 'unknown' },
    {
      kind: 'trouble',
      error: new UnreadableAnswerError({ endpoint: 'list Abilities', status: 200, detail: null, field: text }),
      effect: 'none',
    },
  ];
}

const changeOf = (text: string, abilityId: AbilityId): UndoRecord => ({
  id: CHANGE_ID,
  userId: 'U0BEN',
  account: null,
  at: AT,
  undoneBy: null,
  shared: null,
  change: { kind: 'assigned', agentId: agent(500, text).id, agentName: text, before: [], after: [abilityId] },
});

/** The views that may show a notice. */
export function hostileViews(text: string): Outcome[] {
  const { agents, catalog, echo, entry, first, names, row } = hostileAccount(text);
  const list = listOf(catalog);
  const long = { ...list.query, ...LONG_QUERY, words: text };
  return [
    ...[1, 2, 99].map((page): Outcome => ({ ...list, query: { ...list.query, page } })),
    // As the operation would return them if they had these states.
    ...[1, 2, 999_999].map((page): Outcome => ({ ...list, query: { ...long, page } })),
    { ...list, query: long, found: [] },
    { kind: 'card', entry, details: first, agentNames: names },
    { kind: 'card', entry, details: first, agentNames: names, waits: true, inFull: true },
    { kind: 'card', entry, details: first, agentNames: null, lastSavedOn: names, lastChange: changeOf(text, first.id) },
    { kind: 'triggers', entry, row },
    {
      kind: 'agents',
      rows: agents.map((one) => ({ agent: one, abilityNames: names, known: 'from-service' as const })),
    },
    { kind: 'agents', rows: [{ agent: echo, abilityNames: null, known: 'no' }] },
    { kind: 'help', about: null },
    ...hostileTeam(text).filter(({ kind }) => kind !== 'settings-form'),
    { kind: 'approvals', waiting: waitingOf(text) },
  ];
}

/** Confirmations and forms. */
export function hostileQuestions(text: string): Outcome[] {
  const { abilities, catalog, echo, entry, first, names, row } = hostileAccount(text);
  const known = (ids: typeof abilities) => ({ known: 'from-service', abilityIds: ids.map(({ id }) => id) }) as const;
  const forms = [{ known: 'no' } as const, known(abilities.slice(0, 100)), known(abilities)];
  const items = catalog.entries
    .slice(0, 50)
    .map((one) => ({ entry: one, ability: one.ability ?? first, agentNames: names }));
  return [
    ...forms.map((current): Outcome => ({ kind: 'assign-form', form: { agent: echo, choices: abilities, current } })),
    ...[null, ...forms].map(
      (current): Outcome => ({
        kind: 'add-to-agent-form',
        form: {
          ability: first,
          agents: Array.from({ length: 130 }, () => echo),
          chosen: current && { agent: echo, choices: abilities, current },
        },
      }),
    ),
    { kind: 'unassign-question', row: { agent: echo, abilityNames: names, known: 'from-last-save' } },
    { kind: 'unassign-question', row: { agent: echo, abilityNames: null, known: 'no' } },
    { kind: 'needs-trigger-words', row, wanted: 'enable' },
    { kind: 'triggers-form', row, clashes: [] },
    { kind: 'triggers-form', row: { ...row, triggerWords: [text] }, clashes: clashesWith(text, text) },
    { kind: 'search-form', query: { ...listOf(catalog).query, ...LONG_QUERY, words: text } },
    { kind: 'choose-form', wanted: 'delete' },
    ...hostileTeam(text).filter(({ kind }) => kind === 'settings-form'),
    { kind: 'delete-question', entry, ability: first, agentNames: names },
    { kind: 'delete-question', entry, ability: first, agentNames: null, lastSavedOn: names },
    { kind: 'delete-question', entry, ability: first, agentNames: names, waits: true },
    {
      kind: 'toggle-all-question',
      wanted: 'enable',
      category: 'background_daemon',
      agent: { name: text, known: 'from-last-save' },
      items: catalog.entries.slice(0, 50),
      more: 4950,
      wordless: names,
      unread: 7,
      overlaps: clashesWith(text, text).map((overlap) => ({ name: text, overlap })),
    },
    { kind: 'delete-choice', items },
    {
      kind: 'plan-over',
      past: { what: 'disable', names, userId: 'U0BEN', at: AT, wasDue: true, hasChanged: true },
    },
    {
      kind: 'plan-changed',
      row: {
        id: CHANGE_ID,
        userId: 'U0BEN',
        line: 'disable installed:90001 unchanged-since:2026-03-01T09:00:00Z',
        at: AT,
        what: { kind: 'switch', wanted: 'disable', items: names.map((name) => ({ id: row.id, name })), every: null },
      },
    },
    { kind: 'delete-several-question', items, refused: hostileRefusals(text) },
    { kind: 'delete-several-question', items, refused: hostileRefusals(text), waits: true },
    { kind: 'delete-several-question', items: [], refused: Array<Refusal[]>(50).fill(hostileRefusals(text)).flat() },
  ];
}
