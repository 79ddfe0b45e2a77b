import type { Ability, AbilityId, InstalledAbilityId } from '@abilities-bot/service-api';
import { withTimeout } from '../base/timeout.ts';
import { isServiceError } from '../service/errors.ts';
import type { Catalog } from './catalog.ts';
import { mayCollide, type Overlap, WordIndex } from './collisions.ts';
import { suggestFreePhrase } from './free-phrase.ts';
import { joinLists, readCatalog } from './lookup.ts';
import { MAY_BE_CACHED, type OperationContext } from './operation-context.ts';
import { agentsByAbility, enabledOf } from './problems.ts';
import { fold } from './text-matching.ts';

/** A trigger word, in a form or of an Ability, that overlaps with one of another Ability. */
export interface Clash extends Overlap {
  /** Names of the Agents that are known to have the other Ability too. */
  agents: string[];
  /** A phrase near the word that overlaps with nothing; absent if there is none, and in all but one clash of a word. */
  free?: string;
}

/** The words, and their owner. */
export interface FormWords {
  words: readonly string[];
  /** The Ability that has them; null if it is not installed yet. */
  ownId: InstalledAbilityId | null;
  /** An upload may update the Ability of its name, which does not clash with itself. */
  ownName?: string;
}

type Reader = Pick<OperationContext, 'assignments' | 'clock' | 'deadlines' | 'service'>;

/** The enabled trigger words of each catalog, indexed once: a form is redrawn with each keystroke. */
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
 * The words that would also start another enabled Ability, the most certain first. They are only a hint, so there are
 * none if the service does not answer in time.
 */
export async function findClashes(
  of: FormWords,
  context: OperationContext,
  withinMs = context.deadlines.hints,
): Promise<Clash[]> {
  if (of.words.length === 0) return [];
  return asHint(
    async () => nameAgents(clashesWith(of, await readCatalog(context, MAY_BE_CACHED)), context),
    context,
    [],
    withinMs,
  );
}

/** {@link findClashes} in a catalog that has been read. */
export const findClashesIn = (catalog: Catalog, of: FormWords, context: Reader): Promise<Clash[]> =>
  asHint(() => nameAgents(clashesWith(of, catalog), context), context, []);

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

/** By Ability, the trigger words that would start it once it is on an Agent. Excludes disabled Abilities. */
export type WordsOfAbilities = ReadonlyMap<AbilityId, readonly string[]>;

/** Empty if the service does not answer in time: they are only for a hint. */
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

/** An overlap of an Ability that is to be on an Agent with another one there. */
export interface OverlapOnAgent {
  name: string;
  overlap: Overlap<AbilityId>;
}

/** The clashes of the added Abilities in the resulting list; the most certain first. */
export function overlapsOnAgent(
  list: readonly { id: AbilityId; name: string }[],
  isAdded: (id: AbilityId) => boolean,
  words: WordsOfAbilities,
): OverlapOnAgent[] {
  const rows = list.map(({ id, name }) => ({ id, name, triggerWords: words.get(id) ?? [] }));
  const index = new WordIndex(rows);
  const pairs = new Set<string>();
  const isNew = (own: string, other: string) => {
    const pair = [own, other].sort().join(' ');
    return !pairs.has(pair) && pairs.add(pair);
  };
  return rows
    .filter(({ id }) => isAdded(id))
    .flatMap(({ id, name, triggerWords }) =>
      index.findBothWays(triggerWords, id).map((overlap) => ({ id, name, overlap })),
    )
    .filter(({ id, overlap }) => isNew(`${id}:${fold(overlap.word)}`, `${overlap.with.id}:${fold(overlap.with.word)}`))
    .sort((one, other) => byRank(one.overlap, other.overlap));
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

interface Clashing {
  found: Omit<Clash, 'agents'>[];
  catalog: Catalog;
}

function clashesWith({ ownId, ownName, words }: FormWords, catalog: Catalog): Clashing {
  const own = ownName === undefined ? null : fold(ownName);
  const index = indexOf(catalog);
  const found = index
    .findBothWays(words, ownId)
    .filter(({ with: other }) => fold(other.name) !== own)
    .sort(byRank);
  const name = ownName ?? catalog.entries.find(({ installed }) => installed?.id === ownId)?.name ?? '';
  return { found: withFree(found, (word) => suggestFreePhrase(word, { id: ownId, name, words }, index)), catalog };
}

/** More are not shown. */
const MAX_SUGGESTED = 3;

/** The same phrase is suggested once, even if several words could be replaced by it. */
function withFree(found: readonly Overlap[], suggest: (word: string) => string | null): Omit<Clash, 'agents'>[] {
  const seen = new Set<string>();
  return found.map((overlap, at) => {
    if (at >= MAX_SUGGESTED || seen.has(overlap.word)) return overlap;
    seen.add(overlap.word);
    const free = suggest(overlap.word);
    if (free === null || seen.has(free)) return overlap;
    seen.add(free);
    return { ...overlap, free };
  });
}

/** The Agents are read only if there is something to say. */
async function nameAgents({ catalog, found }: Clashing, { assignments, service }: Reader): Promise<Clash[]> {
  if (found.length === 0) return [];
  const agents = await service.listAgents(MAY_BE_CACHED);
  const namesOf = agentsByAbility(enabledOf(catalog.entries), agents, await assignments.lookUp(agents));
  return found.map((collision) => ({ ...collision, agents: namesOf(collision.with.id) }));
}
