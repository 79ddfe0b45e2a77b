import { isServiceError } from '../../../service/errors.ts';
import { type CatalogEntry, compareNames } from '../../catalog.ts';
import type { KnownAbilities } from '../../known-assignments.ts';
import { readCatalog } from '../../lookup.ts';
import { MAY_BE_CACHED, type OperationContext } from '../../operation-context.ts';
import { isStillQuiet } from './begin.ts';
import type { QuietOutcome } from './quiet.ts';

/** Calls endpoints 1, 5 and 6. The form opens even without the counts, because they are only extra information. */
export async function openQuietForm(context: OperationContext): Promise<Extract<QuietOutcome, { kind: 'quiet-form' }>> {
  const [agents, entries, quiets] = await Promise.all([
    context.service.listAgents(MAY_BE_CACHED),
    readEntries(context),
    context.quiets.list(),
  ]);
  const knownOf = await context.assignments.lookUp(agents);
  return {
    kind: 'quiet-form',
    agents: [...agents].sort(compareNames).map((agent) => {
      const { id, name } = agent;
      return { id, name, enabled: entries && countEnabledOn(entries, knownOf(agent)) };
    }),
    enabled: entries && countEnabled(entries),
    current: quiets
      .filter((quiet) => isStillQuiet(quiet, context.now()))
      .map(({ agent, endsAt, userId }) => ({ agent, userId, endsAt: endsAt === null ? null : new Date(endsAt) })),
  };
}

async function readEntries(context: OperationContext): Promise<readonly CatalogEntry[] | null> {
  try {
    return (await readCatalog(context, MAY_BE_CACHED)).entries;
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return null;
  }
}

const countEnabled = (entries: readonly CatalogEntry[]): number =>
  entries.filter(({ state }) => state === 'enabled').length;

function countEnabledOn(entries: readonly CatalogEntry[], known: KnownAbilities): number | null {
  if (known.known === 'no') return null;
  const ids = new Set(known.abilityIds);
  return countEnabled(entries.filter(({ ability }) => ability && ids.has(ability.id)));
}
