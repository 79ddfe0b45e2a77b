import type { Ability, AbilityId } from '@abilities-bot/service-api';
import type { ServiceClient } from '../../service/client.ts';
import { isServiceError } from '../../service/errors.ts';
import { agentRows, nameAbilities, namesOfAgentsWith } from '../agents.ts';
import type { Catalog, CatalogEntry } from '../catalog.ts';
import { deletionWaits } from '../features/delete.ts';
import { matchAgents, pinEntries, selectEntries } from '../find.ts';
import type { ListQuery } from '../list-query.ts';
import { lookFor, readCatalog } from '../lookup.ts';
import { LOOKING, type OperationContext } from '../operation-context.ts';
import type { Outcome } from '../outcome.ts';
import { type AbilityRef, parseAbilityRef, parseAgentRef } from '../references.ts';
import { suggest } from '../text-matching.ts';
import { suggestLine } from '../verbs.ts';

/** Endpoints 4, 5 and 6: one Ability with all that is known about it. */
export async function showAbility(target: AbilityRef, context: OperationContext): Promise<Outcome> {
  const { catalog, found } = await lookFor(target, context);
  if (!found.ok) return { kind: 'refused', refusal: found.refusal };
  return showEntry(found.entry, catalog, context);
}

/** Endpoints 1 and 4, for an entry of lists that were read just now. */
export async function showEntry(entry: CatalogEntry, catalog: Catalog, context: OperationContext): Promise<Outcome> {
  if (!entry.ability) return { kind: 'card', entry, details: null, agentNames: null };
  const [details, agentNames, waiting] = await Promise.all([
    readDetails(context.service, entry.ability.id),
    namesOfAgentsWith(entry.ability.id, context),
    deletionWaits([entry.ability.id], catalog, context),
  ]);
  return { kind: 'card', entry, details, agentNames, ...waiting };
}

/**
 * The lists alone make a card too, whatever becomes of this call: what nobody has documented, a service may answer in its
 * own way or not at all. A credential that is refused everywhere has failed at the lists before.
 */
async function readDetails(service: ServiceClient, id: AbilityId): Promise<Ability | null> {
  try {
    return await service.getAbility(id, LOOKING);
  } catch (error) {
    if (isServiceError(error)) return null;
    throw error;
  }
}

/** A name without a verb: the Ability or the Agent that bears it. When several do, or none does, nobody guesses. */
export async function findThing(name: string, context: OperationContext): Promise<Outcome> {
  const [{ catalog, found }, agents] = await Promise.all([
    lookFor(parseAbilityRef(name), context),
    context.service.listAgents({ withImage: true, ...LOOKING }),
  ]);
  const abilities: CatalogEntry[] = found.ok ? [found.entry] : [];
  if (!found.ok && found.refusal.why === 'several-abilities') abilities.push(...found.refusal.candidates);
  const meant = matchAgents(agents, parseAgentRef(name));
  const [entry] = abilities;
  if (entry && abilities.length + meant.length === 1) return showEntry(entry, catalog, context);
  if (abilities.length + meant.length > 1) {
    return { kind: 'refused', refusal: { why: 'several-things', asked: name, abilities, agents: meant } };
  }
  if (meant.length === 1) {
    const known = catalog.entries.flatMap(({ ability }) => ability ?? []);
    const knownOf = await context.assignments.lookUp(meant);
    return { kind: 'agents', rows: agentRows(meant, nameAbilities(known), knownOf) };
  }
  const refusal = !found.ok && found.refusal.why === 'no-such-ability' ? found.refusal : null;
  const suggestions = refusal?.suggestions ?? [];
  const numbered = refusal?.numbered ?? [];
  return {
    kind: 'refused',
    refusal: {
      why: 'nothing-of-that-name',
      asked: name,
      likely: suggestLine(name, context.connection.kind === 'fixed'),
      abilities: suggestions,
      ...(numbered.length > 0 ? { numbered } : {}),
      agents: suggest(
        name,
        agents.map((agent) => agent.name),
      ),
    },
  };
}

/** Endpoints 5 and 6: everything on the account, joined, and those of it that are asked for. */
export async function browseAbilities(query: ListQuery, context: OperationContext): Promise<Outcome> {
  const catalog = await readCatalog(context, LOOKING);
  const list = { kind: 'list', catalog, query, found: selectEntries(catalog, query) } as const;
  return query.rows ? { ...list, pinned: pinEntries(catalog, query.rows) } : list;
}

// moved: re-exported until the Slack side follows
export { browseAgents } from '../features/assign.ts';
