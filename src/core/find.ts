import { type Agent, leftOutOf } from '@abilities-bot/service-api';
import { yieldTurn } from '../base/yield-turn.ts';
import { type Catalog, type CatalogEntry, installedFirst } from './catalog.ts';
import type { LastDeletion } from './features/delete/last-deletion.ts';
import { findJoinedNames } from './joined-names.ts';
import { LIST_STATES, type ListQuery, type RowRef } from './list-query.ts';
import type { NextAction, NextActionOfAgent } from './next-action.ts';
import type { Refusal } from './outcome.ts';
import {
  type AbilityRef,
  type AgentRef,
  formatAbilityRef,
  parseAbilityRef,
  parseAgentRef,
  readBareNumber,
} from './references.ts';
import { createSuggester, fold, suggest } from './text-matching.ts';
import { findFirst, plainName } from './typed-name.ts';

/** No Ability or Agent was found, or more than one. */
export type FindRefusal =
  /** `nextAction`: what to do with the chosen Ability; by default, show it. */
  /** `unread`: number of unreadable rows, one of which may be the Ability. */
  | {
      why: 'no-such-ability';
      asked: string;
      suggestions: string[];
      nextAction?: NextAction;
      unread?: number;
      numbered?: Numbered[];
      /** The text contains the suggested names without commas: nothing else (`all`), or other words too (`some`). */
      joined?: 'all' | 'some';
      /** Who deleted it, added by the Slack side; absent if unknown, and for a name. */
      deletion?: LastDeletion;
    }
  | { why: 'several-abilities'; asked: string; candidates: readonly CatalogEntry[]; nextAction?: NextAction }
  /** As above, but by default the chosen Agent's Abilities are edited. */
  | {
      why: 'no-such-agent';
      asked: string;
      suggestions: string[];
      nextAction?: NextActionOfAgent;
      unread?: number;
      numbered?: Numbered[];
      /** True if the text may have been meant as the end of quiet. */
      mayBeEnd?: true;
    }
  | { why: 'several-agents'; asked: string; candidates: Agent[]; nextAction?: NextActionOfAgent };

type NoSuchAbility = Extract<FindRefusal, { why: 'no-such-ability' }>;

/** True if a refusal offers a choice of Abilities. */
export const offersAbilities = (
  refusal: Refusal,
): refusal is Extract<FindRefusal, { why: 'no-such-ability' | 'several-abilities' }> =>
  refusal.why === 'several-abilities' || (refusal.why === 'no-such-ability' && refusal.suggestions.length > 0);

/** True if a refusal offers a single Ability, whose name the text contains along with other words. */
export const hasOtherWords = (refusal: Refusal): boolean =>
  refusal.why === 'no-such-ability' && refusal.joined === 'some' && refusal.suggestions.length === 1;

/** True if a refusal offers a choice of Agents. */
export const offersAgents = (
  refusal: Refusal,
): refusal is Extract<FindRefusal, { why: 'no-such-agent' | 'several-agents' }> =>
  refusal.why === 'several-agents' || (refusal.why === 'no-such-agent' && refusal.suggestions.length > 0);

/** A thing whose ID is the typed number, and the text to type for it. */
export interface Numbered {
  ref: string;
  name: string;
}

export type Found = { ok: true; entry: CatalogEntry } | { ok: false; refusal: Refusal };

/** Finds the Ability that is meant. An exact name match wins over a folded one; several matches are refused. */
export const findAbility = (catalog: Catalog, ref: AbilityRef): Found => createFinder(catalog)(ref);

/** Limit because finding a suggestion compares all names, which is slow if a message has many misspelled names. */
const MAX_SUGGESTED = 3;

/**
 * {@link findAbility} for several references to one catalog. Indexes each list only once, and suggests names only for
 * the first few misses.
 */
export function createFinder({ entries, unread }: Catalog): (ref: AbilityRef) => Found {
  const byAbility = once(() => group<number>(entries, ({ ability }) => ability?.id));
  const byInstalled = once(() => group<number>(entries, ({ installed }) => installed?.id));
  const byExactName = once(() => group(entries, ({ name }) => name));
  const byFoldedName = once(() => group(entries, ({ name }) => fold(name)));
  const suggest = createSuggester(entries.map(({ name }) => name));
  let misses = 0;
  const match = (ref: AbilityRef): readonly CatalogEntry[] => {
    if (ref.by === 'ability') return byAbility().get(ref.id) ?? [];
    if (ref.by === 'installed') return byInstalled().get(ref.id) ?? [];
    return byExactName().get(ref.name) ?? byFoldedName().get(fold(ref.name)) ?? [];
  };
  const matchTyped = (ref: AbilityRef): readonly CatalogEntry[] =>
    ref.by === 'name' ? findFirst(ref.name, (reading) => match(parseAbilityRef(reading))) : match(ref);
  const numberedBy = (text: string): Numbered[] => {
    const id = readBareNumber(text);
    if (id === null) return [];
    const [ability] = byAbility().get(id) ?? [];
    const [installed] = byInstalled().get(id) ?? [];
    return [
      ...(ability ? [{ ref: `id:${id}`, name: ability.name }] : []),
      ...(installed ? [{ ref: `installed:${id}`, name: installed.name }] : []),
    ];
  };
  const suggestFor = (name: string): Pick<NoSuchAbility, 'suggestions' | 'joined'> => {
    const { isAll, names } = findJoinedNames(name, (folded) => byFoldedName().get(folded)?.[0]?.name);
    if (isAll && names.length > 1) return { suggestions: names, joined: 'all' };
    const suggestions = misses <= MAX_SUGGESTED ? suggest(name) : [];
    return suggestions.length === 0 && names.length > 0 ? { suggestions: names, joined: 'some' } : { suggestions };
  };
  return (ref) => {
    const candidates = [...matchTyped(ref)];
    const [entry] = candidates;
    if (entry && candidates.length === 1) return { ok: true, entry };
    const asked = ref.by === 'name' ? ref.name : formatAbilityRef(ref);
    if (entry) return { ok: false, refusal: { why: 'several-abilities', asked, candidates } };
    misses += 1;
    const near = ref.by === 'name' ? suggestFor(plainName(ref.name)) : { suggestions: [] };
    const numbered = ref.by === 'name' ? numberedBy(plainName(ref.name)) : [];
    return {
      ok: false,
      refusal: {
        why: 'no-such-ability',
        asked,
        ...near,
        unread,
        numbered: numbered.length > 0 ? numbered : undefined,
      },
    };
  };
}

/** {@link findAbility} for several references, in order. */
export async function findSeveral(
  catalog: Catalog,
  targets: readonly AbilityRef[],
): Promise<{ target: AbilityRef; found: Found }[]> {
  const find = createFinder(catalog);
  const sought: { target: AbilityRef; found: Found }[] = [];
  for (const target of targets) {
    const found = find(target);
    sought.push({ target, found });
    // Suggesting compares all names, so let other requests run.
    if (!found.ok) await yieldTurn();
  }
  return sought;
}

function group<K>(
  entries: readonly CatalogEntry[],
  keyOf: (entry: CatalogEntry) => K | undefined,
): Map<K, CatalogEntry[]> {
  const groups = new Map<K, CatalogEntry[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    if (key === undefined) continue;
    const same = groups.get(key);
    if (same) same.push(entry);
    else groups.set(key, [entry]);
  }
  return groups;
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

type FoundAgent = { ok: true; agent: Agent } | { ok: false; refusal: Refusal };

export const matchAgents = <A extends Pick<Agent, 'id' | 'name'>>(agents: readonly A[], ref: AgentRef): A[] => {
  if (ref.by === 'agent') return agents.filter(({ id }) => id === ref.id);
  return [
    ...findFirst(ref.name, (reading) => {
      const typed = parseAgentRef(reading);
      if (typed.by === 'agent') return agents.filter(({ id }) => id === typed.id);
      const nextAction = fold(reading);
      return agents.filter(({ name }) => fold(name) === nextAction);
    }),
  ];
};

/** Finds the one Agent that `ref` refers to. No match, or several, is a refusal. */
export function findAgent(agents: readonly Agent[], ref: AgentRef): FoundAgent {
  const found = matchAgents(agents, ref);
  const [agent] = found;
  if (agent && found.length === 1) return { ok: true, agent };
  const asked = ref.by === 'agent' ? `agent:${ref.id}` : ref.name;
  if (agent) return { ok: false, refusal: { why: 'several-agents', asked, candidates: found } };
  const names = agents.map(({ name }) => name);
  const unread = leftOutOf(agents).length;
  const byNumber = ref.by === 'name' ? agents.filter(({ id }) => id === readBareNumber(plainName(ref.name))) : [];
  const numbered = byNumber.map(({ id, name }) => ({ ref: `agent:${id}`, name }));
  const beside = { unread: unread > 0 ? unread : undefined, numbered: numbered.length > 0 ? numbered : undefined };
  return {
    ok: false,
    refusal: { why: 'no-such-agent', asked, suggestions: suggest(plainName(asked), names), ...beside },
  };
}

/** Limit for the words of a search, because each is searched in thousands of texts. */
const MAX_WORDS = 20;

/** The matching entries of all pages, in the query's order. */
export function selectEntries({ entries }: Catalog, { category, sort, state, words }: ListQuery): CatalogEntry[] {
  const typed = fold(words)
    .split(' ')
    .filter((word) => word !== '');
  const nextAction = [...new Set(typed)].slice(0, MAX_WORDS);
  const select = (asked: readonly string[]) =>
    entries.filter((entry) => {
      if (category !== null && entry.category !== category) return false;
      if (state !== null && entry.state !== state) return false;
      return asked.length === 0 || holdsAll(entry, asked);
    });
  const exact = select(nextAction);
  const found = exact.length > 0 ? exact : select(nextAction.map(plainName));
  if (sort === 'installed') return installedFirst(found);
  if (sort === 'state') return found.sort((a, b) => LIST_STATES.indexOf(a.state) - LIST_STATES.indexOf(b.state));
  if (sort === 'updated') return newestFirst(found);
  return found;
}

/** Joins the fields with line breaks, so that no word matches across two of them. */
function holdsAll({ category, description, name, triggerWords }: CatalogEntry, nextAction: readonly string[]): boolean {
  const text = fold([name, description ?? '', category ?? '', ...triggerWords].join('\n'));
  return nextAction.every((word) => text.includes(word));
}

/** Entries without a date come last, sorted by name. */
const newestFirst = (entries: readonly CatalogEntry[]): CatalogEntry[] =>
  entries
    .map((entry) => ({ entry, at: updatedAt(entry) }))
    .sort((a, b) => b.at - a.at)
    .map(({ entry }) => entry);

/** The later date of the two records, in milliseconds since 1970; 0 if neither has a readable one. */
const updatedAt = ({ ability, installed }: CatalogEntry): number =>
  Math.max(...[ability, installed].map((row) => Date.parse(row?.lastUpdated ?? '') || 0));

/** The current state of these rows; null if a row is gone. An Ability that has been installed since keeps its row. */
export const pinEntries = ({ entries }: Catalog, rows: readonly RowRef[]): (CatalogEntry | null)[] =>
  rows.map(
    ({ by, id }) =>
      entries.find(({ ability, installed }) => (by === 'installed' ? installed?.id === id : ability?.id === id)) ??
      null,
  );
