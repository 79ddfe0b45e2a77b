import type { Agent } from '@abilities-bot/service-api';
import type { ServiceClient } from '../service/client.ts';
import { type Catalog, type CatalogEntry, countCatalog } from './catalog.ts';
import { readCodeProblems } from './code-problems.ts';
import type { CheckOutcome } from './features/check.ts';
import { findAbility, findAgent } from './find.ts';
import type { KnownOf } from './known-assignments.ts';
import { readCatalog } from './lookup.ts';
import { MAY_BE_PARTIAL, type OperationContext } from './operation-context.ts';
import type { Refusal } from './outcome.ts';
import { findProblems, type Problem } from './problems.ts';
import { parseAbilityRef, parseAgentRef } from './references.ts';
import { fold } from './text-matching.ts';

interface Found {
  /** The Agents and their known Abilities, as JSON. */
  agents: string;
  problems: readonly Problem[];
}

/**
 * The problems of each catalog. Finding them takes a few hundred milliseconds for 5,000 Abilities, so it is done once.
 */
const found = new WeakMap<Catalog, Found>();

/** The catalog that was last searched for problems. It is kept as long as the cached lists that it was joined from. */
const latest = new WeakMap<ServiceClient, WeakRef<Catalog>>();

/** All problems of a catalog that has already been read, worst first. Calls no endpoint. */
export function problemsOf(
  catalog: Catalog,
  agents: readonly Agent[],
  knownOf: KnownOf,
  { service }: Pick<OperationContext, 'service'>,
): readonly Problem[] {
  latest.set(service, new WeakRef(catalog));
  const known = found.get(catalog);
  const now = JSON.stringify(agents.map((agent) => [agent.id, agent.name, knownOf(agent)]));
  if (known?.agents === now) return known.problems;
  const problems = findProblems(catalog.entries, agents, knownOf);
  found.set(catalog, { agents: now, problems });
  return problems;
}

type ReadProblems = Omit<CheckOutcome, 'kind' | 'page'>;

/**
 * Reads the account and finds its problems, worst first. Unchanged lists are not searched again.
 * @param asked limits the result to the Abilities and Agents with this name or ID; null for all.
 */
export async function readProblems(asked: string | null, context: OperationContext): Promise<ReadProblems | Refusal> {
  const before = latest.get(context.service)?.deref();
  const [catalog, agents] = await Promise.all([
    readCatalog(context, MAY_BE_PARTIAL),
    context.service.listAgents(MAY_BE_PARTIAL),
  ]);
  const name = asked === null ? null : findName(asked, catalog, agents);
  if (name !== null && typeof name !== 'string') return name;
  const code = await readCodeProblems(name, catalog, context);
  const { onAccount: abilities, orphans } = countCatalog(catalog);
  const counts = { name, abilities, orphans, agents: agents.length, code };
  const knownOf = await context.assignments.lookUp(agents);
  if (name !== null) {
    return { ...counts, problems: findProblems(catalog.entries, agents, knownOf, name) };
  }
  const known = before && found.get(before);
  if (known && areSame(before.entries, catalog.entries)) found.set(catalog, known);
  return { ...counts, problems: problemsOf(catalog, agents, knownOf, context) };
}

/** Finds the name of the Abilities or Agents that are meant; refuses an unknown one. */
function findName(asked: string, catalog: Catalog, agents: readonly Agent[]): string | Refusal {
  const agentRef = parseAgentRef(asked);
  if (agentRef.by === 'agent') {
    const found = findAgent(agents, agentRef);
    return found.ok ? found.agent.name : found.refusal;
  }
  const all = [...catalog.entries, ...agents];
  if (all.some(({ name }) => fold(name) === fold(asked))) return asked;
  const found = findAbility(catalog, parseAbilityRef(asked));
  return found.ok ? found.entry.name : found.refusal;
}

/** Compares row by row, because serializing all rows would use as much memory as the lists. */
const areSame = (some: readonly CatalogEntry[], others: readonly CatalogEntry[]) =>
  some.length === others.length && some.every((entry, at) => JSON.stringify(entry) === JSON.stringify(others[at]));
