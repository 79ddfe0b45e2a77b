import type { InstalledAbilityId } from '@abilities-bot/service-api';
import { withTimeout } from '../base/timeout.ts';
import { isServiceError } from '../service/errors.ts';
import type { Catalog } from './catalog.ts';
import { type Overlap, WordIndex } from './collisions.ts';
import { readCatalog } from './lookup.ts';
import { MAY_BE_CACHED, type OperationContext } from './operation-context.ts';
import { agentsByAbility, enabledOf } from './problems.ts';
import { fold } from './text-matching.ts';

/** A trigger word, in a form or of an Ability, that overlaps with one of another Ability. */
export interface Clash extends Overlap {
  /** Names of the Agents that are known to have the other Ability. */
  agents: string[];
}

/** The words, and their owner. */
export interface FormWords {
  words: readonly string[];
  /** The Ability that has them; null if it is not installed yet. */
  ownId: InstalledAbilityId | null;
  /** An upload may update the Ability of its name, which does not clash with itself. */
  ownName?: string;
}

type Reader = Pick<OperationContext, 'assignments' | 'deadlines' | 'service'>;

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
  return asHint(async () => nameAgents(clashesWith(of, await readCatalog(context, MAY_BE_CACHED)), context), withinMs);
}

/** {@link findClashes} in a catalog that has been read. */
export const findClashesIn = (catalog: Catalog, of: FormWords, context: Reader): Promise<Clash[]> =>
  asHint(() => nameAgents(clashesWith(of, catalog), context), context.deadlines.hints);

async function asHint(find: () => Promise<Clash[]>, withinMs: number): Promise<Clash[]> {
  try {
    return await withTimeout(find(), withinMs, () => []);
  } catch (error) {
    if (isServiceError(error)) return [];
    throw error;
  }
}

interface Clashing {
  found: Overlap[];
  catalog: Catalog;
}

function clashesWith({ ownId, ownName, words }: FormWords, catalog: Catalog): Clashing {
  const own = ownName === undefined ? null : fold(ownName);
  const found = indexOf(catalog)
    .findBothWays(words, ownId)
    .filter(({ with: other }) => fold(other.name) !== own)
    .sort((one, other) => RANK[one.kind] - RANK[other.kind]);
  return { found, catalog };
}

/** The Agents are read only if there is something to say. */
async function nameAgents({ catalog, found }: Clashing, { assignments, service }: Reader): Promise<Clash[]> {
  if (found.length === 0) return [];
  const agents = await service.listAgents(MAY_BE_CACHED);
  const namesOf = agentsByAbility(enabledOf(catalog.entries), agents, await assignments.lookUp(agents));
  return found.map((collision) => ({ ...collision, agents: namesOf(collision.with.id) }));
}
