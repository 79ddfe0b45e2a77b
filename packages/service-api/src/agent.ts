import * as z from 'zod';
import { AbilityId, AgentId } from './ids.ts';
import { listIn, optionalText } from './tolerant-fields.ts';

/**
 * An Agent as the service lists it. `abilityIds` is null if the service doesn't report the Agent's Abilities: the
 * documented list has no `matching_capabilities`, but some answers contain it.
 */
export const Agent = z
  .object({
    id: AgentId,
    name: z.string(),
    image: optionalText,
    matching_capabilities: z.array(AbilityId).nullish(),
  })
  .transform(({ id, name, image, matching_capabilities }) => ({
    id,
    name,
    image,
    abilityIds: matching_capabilities ?? null,
  }));
export type Agent = z.infer<typeof Agent>;

/** Endpoint 1 returns an object with the rows in `personalities`. An array is accepted too. */
export const AgentList = listIn(Agent, 'personalities');
