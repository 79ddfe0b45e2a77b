import { type Agent, CATEGORIES, type Category } from '@abilities-bot/service-api';
import type { Catalog, CatalogEntry } from '../catalog.ts';
import { findOverlapsOfEnabling, type NewOverlap } from '../clashes.ts';
import { type Feature, SHOWS } from '../feature.ts';
import { findAgent } from '../find.ts';
import type { KnownAbilities } from '../known-assignments.ts';
import { readCatalog } from '../lookup.ts';
import type { NextActionOfAgent } from '../next-action.ts';
import { MAY_BE_PARTIAL, type OperationContext } from '../operation-context.ts';
import type { Outcome, Refusal } from '../outcome.ts';
import { type AgentRef, MAX_AT_ONCE, parseAgentRef, unquote } from '../references.ts';
import { fold } from '../text-matching.ts';

type ToggleVerb = 'enable' | 'disable';

/** The Abilities to change; null for all. */
interface ToggleScope {
  category: Category | null;
  agent: AgentRef | null;
}

/** Lists what enabling or disabling all of them would change. Changes nothing itself. */
export type ToggleAllCommand = { verb: 'toggle-all'; wanted: ToggleVerb; scope: ToggleScope };

export type ToggleAllOutcome = {
  kind: 'toggle-all-question';
  wanted: ToggleVerb;
  category: Category | null;
  agent: { name: string; known: Exclude<KnownAbilities['known'], 'no'> } | null;
  /** The Abilities that would change, sorted by name: at most {@link MAX_AT_ONCE}. */
  items: CatalogEntry[];
  /** Number of further Abilities that would change. */
  more: number;
  /** Names of the Abilities that the service can't change because they have no trigger words. */
  wordless: string[];
  /** Trigger words that would overlap once enabled; absent for none. */
  overlaps?: readonly NewOverlap[];
  /** Number of unreadable rows; absent for none. */
  unread?: number;
};

/** The service doesn't list the Agent's Abilities, and none were saved from Slack. */
export type ToggleAllRefusal = { why: 'agent-abilities-unknown'; agent: Pick<Agent, 'id' | 'name'> };

export const toggleAllFeature: Feature<ToggleAllCommand, ToggleAllOutcome> = {
  // The grammar of `enable` and `disable` includes its lines.
  verbs: {},
  commands: {
    'toggle-all': {
      verb: ({ wanted }) => wanted,
      changes: false,
      run: (command, { context }) => askBeforeTogglingAll(command, context),
    },
  },
  outcomes: { 'toggle-all-question': SHOWS },
  records: {},
};

const ALL = /^(?:all|everything)(?:\s+(\S[\s\S]*))?$/i;
const ON_AGENT = /^(?:([\s\S]*?)\s+)?(?:on|of|from|in)\s+(\S[\s\S]*)$/i;

/** Reads `all`, `all Skills`, `all on Nova` or `all Skills on Nova`; null for the name of an Ability. */
export function readToggleAll(wanted: ToggleVerb, argument: string): ToggleAllCommand | null {
  const scope = readScope(argument);
  return scope && { verb: 'toggle-all', wanted, scope };
}

function readScope(argument: string): ToggleScope | null {
  const found = ALL.exec(argument.trim().replace(/[.!?]+$/, ''));
  if (!found) return null;
  const [, rest = ''] = found;
  const [, before = '', agent] = ON_AGENT.exec(rest) ?? ['', rest];
  const kind = fold(before)
    .replace(/[_-]/g, ' ')
    .replace(/ ?\b(?:ability|abilities)$/, '');
  const category = CATEGORIES.find((one) => spellingsOf(one).includes(kind)) ?? null;
  if (category === null && kind !== '') return null;
  return { category, agent: agent === undefined ? null : parseAgentRef(unquote(agent)) };
}

/** The category, its plural, and its last word alone if no other category ends with it. */
function spellingsOf(category: Category): string[] {
  const words = category.replaceAll('_', ' ');
  const last = words.split(' ').at(-1) ?? words;
  const isOnly = CATEGORIES.filter((one) => one.endsWith(last)).length === 1;
  return [words, ...(isOnly ? [last] : [])].flatMap((one) => [one, `${one}s`]);
}

/** The scope as words that parse back, without the Agent. */
const wordsOf = ({ category }: ToggleScope): string => (category === null ? 'all' : `all ${category}`);

/** Calls endpoints 5 and 6, and 1 for an Agent. */
async function askBeforeTogglingAll({ scope, wanted }: ToggleAllCommand, context: OperationContext): Promise<Outcome> {
  const { agent: ref, category } = scope;
  const [catalog, assigned] = await Promise.all([
    readCatalog(context, MAY_BE_PARTIAL),
    ref === null ? null : findAssigned(ref, { verb: wanted, what: wordsOf(scope) }, context),
  ]);
  if (assigned && 'why' in assigned) return { kind: 'refused', refusal: assigned };
  const changeable = changeableOf(catalog, wanted).filter(
    (entry) =>
      (category === null || entry.category === category) &&
      (assigned === null || (entry.ability !== null && assigned.abilityIds.includes(entry.ability.id))),
  );
  const ready = changeable.filter(({ triggerWords }) => triggerWords.length > 0);
  const items = ready.slice(0, MAX_AT_ONCE);
  const ids = items.flatMap(({ installed }) => (installed ? [installed.id] : []));
  const overlaps = wanted === 'enable' ? await findOverlapsOfEnabling(ids, catalog, context) : [];
  return {
    kind: 'toggle-all-question',
    wanted,
    category,
    agent: assigned && { name: assigned.agent.name, known: assigned.known },
    items,
    ...(overlaps.length > 0 ? { overlaps } : {}),
    more: Math.max(0, ready.length - MAX_AT_ONCE),
    wordless: changeable.filter(({ triggerWords }) => triggerWords.length === 0).map(({ name }) => name),
    unread: catalog.unread,
  };
}

const changeableOf = ({ entries }: Catalog, wanted: ToggleVerb): CatalogEntry[] =>
  entries.filter(({ state }) => state === (wanted === 'enable' ? 'disabled' : 'enabled'));

type Assigned = Exclude<KnownAbilities, { known: 'no' }> & { agent: Agent };

/**
 * The Abilities of an Agent, or why they are unknown.
 * @param wanted what to do with the Agent that a person picks if the name is ambiguous or unknown.
 */
export async function findAssigned(
  ref: AgentRef,
  wanted: NextActionOfAgent,
  { assignments, service }: OperationContext,
): Promise<Assigned | Refusal> {
  const found = findAgent(await service.listAgents(MAY_BE_PARTIAL), ref);
  if (!found.ok) {
    const { refusal } = found;
    return refusal.why === 'no-such-agent' || refusal.why === 'several-agents'
      ? { ...refusal, nextAction: wanted }
      : refusal;
  }
  const { agent } = found;
  const current = await assignments.of(agent);
  return current.known === 'no' ? { why: 'agent-abilities-unknown', agent } : { ...current, agent };
}
