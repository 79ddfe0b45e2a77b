import type { Call } from '../http/endpoint.ts';
import { listAgents } from '../storage/agents.ts';
import { mediaUrl } from './media-url.ts';

/** The answer of endpoint 1, and of its counterpart under /api/sdk/. */
export async function agentList({ account, request, parts }: Omit<Call, 'reply'>, withImage: boolean) {
  const agents = await listAgents(parts.db, account);
  return {
    personalities: agents.map(({ id, name, description, imageFile, abilityIds }) => ({
      id,
      name,
      ...(description !== '' && { description }),
      // "Present only when the list request carries with_image=true" (service interface, "Agent"), and never null.
      ...(withImage && imageFile !== null && { image: mediaUrl(request, imageFile) }),
      ...(parts.behavior.agentRowsCarryAbilities && { matching_capabilities: abilityIds }),
    })),
  };
}
