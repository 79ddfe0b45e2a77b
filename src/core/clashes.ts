import type { Ability, AbilityId, InstalledAbilityId } from '@abilities-bot/service-api';
import { withTimeout } from '../base/timeout.ts';
import { isServiceError } from '../service/errors.ts';
import type { Catalog } from './catalog.ts';
import { mayCollide, type Overlap, type Worded, WordIndex } from './collisions.ts';
import { findAbility } from './find.ts';
import { suggestFreePhrase } from './free-phrase.ts';
import { joinLists, readCatalog } from './lookup.ts';
import { MAY_BE_CACHED, type OperationContext } from './operation-context.ts';
import { agentsByAbility, enabledOf } from './problems.ts';
import type { AbilityRef } from './references.ts';
import { fold } from './text-matching.ts';

/** A trigger word that overlaps with a trigger word of another Ability. */
export interface Clash extends Overlap {
  /** Names of the Agents that are known to have the other Ability too. */
  agents: string[];
  /** A similar phrase that overlaps with nothing; absent if there is none. Only one clash of each word has it. */
  free?: string;
}

/** Trigger words to check, and the Ability that they belong to. */
export interface FormWords {
  words: readonly string[];
  /** The Ability that has them; null if it is not installed yet. */
  ownId: InstalledAbilityId | null;
  /**
   * The name of an upload. It doesn't clash with the Ability that has this name, because it may update that Ability.
   */
  ownName?: string;
}

type Reader = Pick<OperationContext, 'assignments' | 'clock' | 'deadlines' | 'service'>;

/** The index of each catalog's enabled trigger words, built once because a form is redrawn with each keystroke. */
const indexes = new WeakMap<Catalog, WordIndex>();

function indexOf(catalog: Catalog): WordIndex {
  const known = indexes.get(catalog);
  if (known) return known;
  const index = new WordIndex(enabledOf(catalog.entries).map(({ row }) => row));
  indexes.set(catalog, index);
  return index;
}

const RANK: Record<Overlap['kind'], number> = { equal: 0, similar: 1, inside: 2, around: 3 };
const byRank = (one: Pick<Overlap, 'kind'>, other: Pick<Overlap, 'kind'>) => RANK[one.kind] - RANK[other.kind];

/**
 * Finds words that would also start another enabled Ability, most certain first. Returns none if the service doesn't
 * answer in time, because they are only a hint.
 */
export async function findClashes(
  of: FormWords,
  context: OperationContext,
  withinMs = context.deadlines.hints,
): Promise<Clash[]> {
  if (of.words.length === 0) return [];
  return asHint(async () => readClashes(await readCatalog(context, MAY_BE_CACHED), of, context), context, [], withinMs);
}

/** {@link findClashes} in a catalog that has already been read. */
export const findClashesIn = (catalog: Catalog, of: FormWords, context: Reader): Promise<Clash[]> =>
  asHint(() => readClashes(catalog, of, context), context, []);

const readClashes = async (catalog: Catalog, of: FormWords, context: Reader): Promise<Clash[]> =>
  (await nameAgents(clashesWith(of, catalog), catalog, context)).map(({ overlap }) => overlap);

/**
 * {@link findClashes} for an Ability that was just enabled, without Agent names. Uses the list that confirmed the
 * change, so it makes no further call.
 */
export const findClashesOfEnabled = (
  { id, words }: { id: InstalledAbilityId; words: readonly string[] },
  { clock, deadlines, service }: Reader,
): Promise<Clash[]> =>
  asHint(
    async () => {
      const rows = await service.listInstalledAbilities(MAY_BE_CACHED);
      const others = mayCollide(
        rows.filter(({ enabled }) => enabled),
        words,
      );
      const found = new WordIndex(others).findBothWays(words, id);
      return found.sort(byRank).map((overlap) => ({ ...overlap, agents: [] }));
    },
    { clock, deadlines },
    [],
  );

/** An overlap that a change of an Ability would cause. */
export interface NewOverlap<Id = InstalledAbilityId> {
  /** Name of the Ability that changes. */
  name: string;
  overlap: Overlap<Id> & Partial<Pick<Clash, 'agents' | 'free'>>;
}

/** The overlaps that enabling these Abilities would cause, including with each other; most certain first. */
export const findOverlapsOfEnabling = (
  ids: readonly InstalledAbilityId[],
  catalog: Catalog,
  context: Reader,
): Promise<NewOverlap[]> =>
  asHint(
    async () => {
      const wanted = new Set(ids);
      const rows = catalog.entries.flatMap(({ installed }) =>
        installed && wanted.has(installed.id) ? [installed] : [],
      );
      const active = enabledOf(catalog.entries)
        .map(({ row }) => row)
        .filter(({ id }) => !wanted.has(id));
      const words = rows.flatMap(({ triggerWords }) => triggerWords);
      const found = overlapsAmong([...rows, ...mayCollide(active, words)], (id) => wanted.has(id));
      return nameAgents(
        suggestFor(found, () => [...rows, ...active]),
        catalog,
        context,
      );
    },
    context,
    [],
  );

/** Reads the catalog, then calls {@link findOverlapsOfEnabling}. */
export const findOverlapsOfChosen = (
  refs: readonly AbilityRef[],
  context: OperationContext,
  withinMs = context.deadlines.hints,
): Promise<NewOverlap[]> =>
  asHint(
    async () => {
      const catalog = await readCatalog(context, MAY_BE_CACHED);
      const ids = refs.flatMap((ref) => {
        const found = findAbility(catalog, ref);
        return found.ok && found.entry.installed ? [found.entry.installed.id] : [];
      });
      return findOverlapsOfEnabling(ids, catalog, context);
    },
    context,
    [],
    withinMs,
  );

/** For each Ability, the trigger words that would start it on an Agent; none if it is disabled. */
export type WordsOfAbilities = ReadonlyMap<AbilityId, readonly string[]>;

/** Returns none if the service doesn't answer in time, because they are only used for a hint. */
export async function readWordsOfAbilities(
  abilities: readonly Ability[],
  context: OperationContext,
): Promise<WordsOfAbilities> {
  const read = async () => {
    const { entries } = joinLists(abilities, await context.service.listInstalledAbilities(MAY_BE_CACHED), context);
    return new Map(
      entries.flatMap(({ ability, state, triggerWords }) =>
        ability ? [[ability.id, state === 'disabled' ? [] : triggerWords] as const] : [],
      ),
    );
  };
  return asHint(read, context, new Map());
}

/** The overlaps that the added Abilities cause in the resulting list; most certain first. */
export function overlapsOnAgent(
  list: readonly { id: AbilityId; name: string }[],
  isAdded: (id: AbilityId) => boolean,
  words: WordsOfAbilities,
): NewOverlap<AbilityId>[] {
  const rows = list.map(({ id, name }) => ({ id, name, triggerWords: words.get(id) ?? [] }));
  const all = () => [...words].map(([id, triggerWords]) => ({ id, name: '', triggerWords }));
  return suggestFor(overlapsAmong(rows, isAdded), all);
}

interface Found<Id> {
  row: Worded<Id>;
  overlap: Overlap<Id>;
}

/** The overlaps of the added rows with each other and with the rest, each pair once. */
function overlapsAmong<Id>(rows: readonly Worded<Id>[], isAdded: (id: Id) => boolean): Found<Id>[] {
  const index = new WordIndex(rows);
  const pairs = new Set<string>();
  const isNew = (own: string, other: string) => {
    const pair = [own, other].sort().join(' ');
    return !pairs.has(pair) && pairs.add(pair);
  };
  return rows
    .filter(({ id }) => isAdded(id))
    .flatMap((row) => index.findBothWays(row.triggerWords, row.id).map((overlap) => ({ row, overlap })))
    .filter(({ overlap, row }) =>
      isNew(`${row.id}:${fold(overlap.word)}`, `${overlap.with.id}:${fold(overlap.with.word)}`),
    )
    .sort((one, other) => byRank(one.overlap, other.overlap));
}

/**
 * @param all returns the trigger words that suggestions must not overlap with. Only called if something was found.
 */
function suggestFor<Id>(found: readonly Found<Id>[], all: () => readonly Worded<Id>[]): NewOverlap<Id>[] {
  if (found.length === 0) return [];
  const index = new WordIndex(all());
  const suggest = (word: string, { id, name, triggerWords }: Worded<Id>) =>
    suggestFreePhrase(word, { id, name, words: triggerWords }, index);
  const overlaps = withFree(found, ({ overlap, row }) => suggest(overlap.word, row));
  return overlaps.map(({ overlap, row: { name } }) => ({ name, overlap }));
}

async function asHint<T>(
  find: () => Promise<T>,
  { clock, deadlines }: Pick<OperationContext, 'clock' | 'deadlines'>,
  none: T,
  withinMs = deadlines.hints,
): Promise<T> {
  try {
    return await withTimeout(clock, find(), withinMs, () => none);
  } catch (error) {
    if (isServiceError(error)) return none;
    throw error;
  }
}

function clashesWith({ ownId, ownName, words }: FormWords, catalog: Catalog): NewOverlap[] {
  const sameName = ownName === undefined ? null : fold(ownName);
  const index = indexOf(catalog);
  const found = index
    .findBothWays(words, ownId)
    .filter(({ with: other }) => fold(other.name) !== sameName)
    .sort(byRank);
  const name = ownName ?? catalog.entries.find(({ installed }) => installed?.id === ownId)?.name ?? '';
  const own = { id: ownId, name, words };
  return withFree(
    found.map((overlap) => ({ name, overlap })),
    ({ overlap }) => suggestFreePhrase(overlap.word, own, index),
  );
}

/** Only this many suggestions are shown. */
const MAX_SUGGESTED = 3;

/** Adds suggestions. Suggests each phrase only once, even if it could replace several words. */
function withFree<T extends { overlap: { word: string } }>(
  found: readonly T[],
  suggest: (one: T) => string | null,
): (T & { overlap: { free?: string } })[] {
  const seen = new Set<string>();
  return found.map((one, at) => {
    const { overlap } = one;
    if (at >= MAX_SUGGESTED || seen.has(overlap.word)) return one;
    seen.add(overlap.word);
    const free = suggest(one);
    if (free === null || seen.has(free)) return one;
    seen.add(free);
    return { ...one, overlap: { ...overlap, free } };
  });
}

/** Adds the names of the Agents, which are read only if there are overlaps. */
async function nameAgents(
  found: readonly NewOverlap[],
  { entries }: Catalog,
  { assignments, service }: Reader,
): Promise<(NewOverlap & { overlap: Clash })[]> {
  if (found.length === 0) return [];
  const agents = await service.listAgents(MAY_BE_CACHED);
  const installed = entries.flatMap(({ ability, installed: row }) =>
    row ? [{ row, abilityId: ability?.id ?? null }] : [],
  );
  const namesOf = agentsByAbility(installed, agents, await assignments.lookUp(agents));
  return found.map((one) => ({ ...one, overlap: { ...one.overlap, agents: namesOf(one.overlap.with.id) } }));
}
