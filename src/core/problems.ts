import type { AbilityId, Agent, AgentId, InstalledAbility, InstalledAbilityId } from '@abilities-bot/service-api';
import type { CatalogEntry } from './catalog.ts';
import { type CollisionKind, WordIndex } from './collisions.ts';
import type { KnownOf } from './known-assignments.ts';
import { fold } from './text-matching.ts';

/**
 * `certain`: the lists show it. `likely`: the list was last saved from Slack. `possible`: it depends on the service.
 */
export type Sureness = 'certain' | 'likely' | 'possible';

interface Named {
  id: InstalledAbilityId;
  name: string;
}

/** A problem with the account's lists. */
export type Problem = { sure: Sureness } & (
  | { kind: 'assigned-not-installed'; agent: { id: AgentId; name: string }; name: string }
  | ({ kind: 'silent-words' } & Named)
  | ({ kind: 'no-words' } & Named)
  | { kind: 'duplicate-name'; name: string; ids: number[] }
  | ({ kind: 'left-over' } & Named)
  /** `agents`: names of the Agents that are known to have both Abilities; may be empty. */
  | {
      kind: 'collision';
      how: CollisionKind;
      one: Named & { word: string };
      other: Named & { word: string };
      agents: string[];
    }
  | { kind: 'empty-agent'; agent: { id: AgentId; name: string } }
);

/** True if the problem is certain enough to be reported unprompted. */
export const isLikely = ({ sure }: Pick<Problem, 'sure'>): boolean => sure !== 'possible';

/** Identifies a problem across reads of the account. */
export function keyOf(problem: Problem): string {
  switch (problem.kind) {
    case 'assigned-not-installed':
      return `${problem.kind} ${problem.agent.id} ${problem.name}`;
    case 'empty-agent':
      return `${problem.kind} ${problem.agent.id}`;
    case 'duplicate-name':
      return `${problem.kind} ${fold(problem.name)}`;
    case 'collision':
      return `${problem.kind} ${pairOf(problem.one, problem.other)}`;
    default:
      return `${problem.kind} ${problem.id}`;
  }
}

type WordOf = Pick<Named, 'id'> & { word: string };

/** The key of a pair, which is the same in either order. */
const pairOf = (one: WordOf, other: WordOf) =>
  [one, other]
    .map(({ id, word }) => `${id} ${fold(word)}`)
    .sort()
    .join('/');

const ORDER: readonly Problem['kind'][] = [
  'assigned-not-installed',
  'silent-words',
  'no-words',
  'duplicate-name',
  'collision',
  'left-over',
  'empty-agent',
];

/**
 * Worst first, in the order of {@link ORDER}, with collisions on the same Agent before others.
 * @param name only the problems of the Abilities and Agents with this name; null for all.
 */
export function findProblems(
  entries: readonly CatalogEntry[],
  agents: readonly Agent[],
  knownOf: KnownOf,
  name: string | null = null,
): Problem[] {
  const wanted = name === null ? null : fold(name);
  const isWanted = (problem: Problem) => wanted === null || namesOf(problem).some((one) => fold(one) === wanted);
  const problems = [
    ...findNotInstalled(entries, agents, knownOf),
    ...findRowProblems(entries),
    ...findDuplicates(entries),
    ...findCollisions(entries, agents, knownOf, isWanted),
    ...findEmptyAgents(agents, knownOf),
  ].filter(isWanted);
  const rank = (problem: Problem) =>
    ORDER.indexOf(problem.kind) +
    (problem.kind === 'collision' ? RANK[problem.how] + (problem.agents.length > 0 ? 0 : 0.5) : 0);
  return problems.toSorted((one, other) => rank(one) - rank(other));
}

/** Names of the Abilities and Agents that have the problem. */
function namesOf(problem: Problem): string[] {
  switch (problem.kind) {
    case 'assigned-not-installed':
      return [problem.agent.name, problem.name];
    case 'empty-agent':
      return [problem.agent.name];
    case 'collision':
      return [problem.one.name, problem.other.name, ...problem.agents];
    default:
      return [problem.name];
  }
}

const RANK: Record<CollisionKind, number> = { equal: 0, similar: 0.1, inside: 0.2 };

function findNotInstalled(entries: readonly CatalogEntry[], agents: readonly Agent[], knownOf: KnownOf): Problem[] {
  const missing = new Map(
    entries.flatMap(({ ability, name, state }) => (ability && state === 'not-installed' ? [[ability.id, name]] : [])),
  );
  return agents.flatMap((agent): Problem[] => {
    const current = knownOf(agent);
    if (current.known === 'no') return [];
    const sure = current.known === 'from-service' ? 'certain' : 'likely';
    return current.abilityIds.flatMap((id): Problem[] => {
      const name = missing.get(id);
      const { id: agentId, name: agentName } = agent;
      return name === undefined
        ? []
        : [{ kind: 'assigned-not-installed', sure, agent: { id: agentId, name: agentName }, name }];
    });
  });
}

const findRowProblems = (entries: readonly CatalogEntry[]): Problem[] =>
  entries.flatMap((entry) => rowProblem(entry) ?? []);

type RowProblem = Extract<Problem, { kind: 'left-over' | 'no-words' | 'silent-words' }>;

/** The problem that an installed record shows by itself; null for none. */
export function rowProblem({ installed, name, state }: CatalogEntry): RowProblem | null {
  // The service manages its own Abilities.
  if (!installed || installed.isSystem === true) return null;
  const { id } = installed;
  if (state === 'orphan') return { kind: 'left-over', sure: 'certain', id, name };
  if (state !== 'enabled') return null;
  if (installed.triggerWords.length === 0) return { kind: 'no-words', sure: 'certain', id, name };
  return installed.isForAgents === false ? { kind: 'silent-words', sure: 'certain', id, name } : null;
}

function findDuplicates(entries: readonly CatalogEntry[]): Problem[] {
  const ids = new Map<string, { name: string; ids: Set<number> }>();
  for (const { ability, name } of entries) {
    if (!ability) continue;
    const group = ids.get(fold(name)) ?? { name, ids: new Set<number>() };
    group.ids.add(ability.id);
    ids.set(fold(name), group);
  }
  return [...ids.values()].flatMap((group): Problem[] =>
    group.ids.size > 1 ? [{ kind: 'duplicate-name', sure: 'certain', name: group.name, ids: [...group.ids] }] : [],
  );
}

/** Limit for each word, because the pairs of thousands of Abilities that share one would use too much memory. */
const MAX_PAIRS = 200;

function findCollisions(
  entries: readonly CatalogEntry[],
  agents: readonly Agent[],
  knownOf: KnownOf,
  isWanted: (problem: Problem) => boolean,
): Problem[] {
  const active = enabledOf(entries);
  const agentsOf = agentsByAbility(active, agents, knownOf);
  const index = new WordIndex(active.map(({ row }) => row));
  const reported = new Set<string>();
  const pairsOf = new Map<string, number>();
  const isFull = (word: string) => (pairsOf.get(word) ?? 0) >= MAX_PAIRS;
  const found: Problem[] = [];
  for (const { row } of active) {
    for (const word of row.triggerWords) {
      const folded = fold(word);
      if (isFull(folded)) continue;
      for (const { kind, with: other } of index.find([word], row.id)) {
        const otherFolded = fold(other.word);
        const pair = pairOf({ id: row.id, word }, other);
        if (reported.has(pair) || isFull(folded) || isFull(otherFolded)) continue;
        const others = new Set(agentsOf(other.id));
        const agentNames = agentsOf(row.id).filter((name) => others.has(name));
        const one = { id: row.id, name: row.name, word };
        const sure = kind === 'equal' ? 'certain' : kind === 'similar' ? 'likely' : 'possible';
        const problem: Problem = { kind: 'collision', how: kind, sure, one, other, agents: agentNames };
        if (!isWanted(problem)) continue;
        reported.add(pair);
        for (const key of new Set([folded, otherFolded])) pairsOf.set(key, (pairsOf.get(key) ?? 0) + 1);
        found.push(problem);
      }
    }
  }
  return found;
}

interface Enabled {
  row: InstalledAbility;
  abilityId: AbilityId | null;
}

/** The installed Abilities that are enabled. */
export const enabledOf = (entries: readonly CatalogEntry[]): Enabled[] =>
  entries.flatMap(({ ability, installed, state }) =>
    installed && state === 'enabled' ? [{ row: installed, abilityId: ability?.id ?? null }] : [],
  );

/** Names of the Agents that are known to have an installed Ability. */
export function agentsByAbility(
  active: readonly Enabled[],
  agents: readonly Agent[],
  knownOf: KnownOf,
): (id: InstalledAbilityId) => string[] {
  const abilityOf = new Map(active.map(({ abilityId, row }) => [row.id, abilityId]));
  const names = new Map<AbilityId, string[]>();
  for (const agent of agents) {
    const current = knownOf(agent);
    if (current.known === 'no') continue;
    for (const id of new Set(current.abilityIds)) {
      const others = names.get(id);
      if (others) others.push(agent.name);
      else names.set(id, [agent.name]);
    }
  }
  return (id) => {
    const abilityId = abilityOf.get(id) ?? null;
    return abilityId === null ? [] : (names.get(abilityId) ?? []);
  };
}

const findEmptyAgents = (agents: readonly Agent[], knownOf: KnownOf): Problem[] =>
  agents.flatMap((agent): Problem[] => {
    const current = knownOf(agent);
    if (current.known === 'no' || current.abilityIds.length > 0) return [];
    const sure = current.known === 'from-service' ? 'certain' : 'likely';
    return [{ kind: 'empty-agent', sure, agent: { id: agent.id, name: agent.name } }];
  });
