import type { Ability, AbilityId } from '@abilities-bot/service-api';
import { isServiceError } from '../../service-client/errors/index.ts';
import type { ServiceClient } from '../../service-client/service-client.ts';
import type { Catalog, CatalogEntry } from '../catalog.ts';
import type { Outcome } from '../outcome.ts';
import type { AbilityRef } from '../ref.ts';
import type { OperationContext } from './context.ts';
import { deletionWaits } from './deletion-waits.ts';
import { lookFor } from './look-for.ts';
import { LOOKING } from './looking.ts';
import { namesOfAgentsWith } from './names-of-agents.ts';

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
