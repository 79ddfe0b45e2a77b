import * as z from 'zod';
import { AbilityId, AgentId } from './ids.ts';
import { listIn, optionalText } from './tolerant-fields.ts';

/**
 * An Agent as the service lists it. `abilityIds` is null when the service does not say which Abilities the Agent has:
 * the documented list leaves `matching_capabilities` out, some answers carry it.
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

/** Endpoint 1 answers an object with the rows in `personalities`; a bare array is read as well. */
export const AgentList = listIn(Agent, 'personalities');
