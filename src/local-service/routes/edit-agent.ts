import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { AbilityId, AgentId } from '../../contract/ids.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { withForm } from '../http/read-form.ts';
import { readInput } from '../http/read-input.ts';
import { RequestError } from '../http/request-error.ts';
import type { AssignmentStyle } from '../service-parts.ts';
import { findAbilities } from '../storage/abilities.ts';
import { agentExists, assignAbility, unassignAllAbilities } from '../storage/agents.ts';
import { installAbility } from '../storage/installed-abilities.ts';

const Edit = z.object({ personality_id: AgentId, matching_capabilities: z.array(AbilityId).optional() });

/**
 * Endpoint 2. The Agent is selected by personality_id, and the list replaces the current one. An absent list changes
 * nothing. Assigning an Ability that is not installed installs it, as an Agent uses only installed ones; unassigning
 * does not uninstall.
 */
export const editAgent: Endpoint = {
  method: 'PUT',
  paths: ['/api/personalities/edit-personality/'],
  credential: 'header',
  handle: async ({ account, request, parts }) => {
    const edit = readInput(Edit, await readBody(request, parts.behaviour.assignment));
    const { personality_id: agent, matching_capabilities: wanted } = edit;
    await parts.db.transaction().execute(async (db) => {
      if (!(await agentExists(db, account, agent))) throw new RequestError(404, 'Agent not found.');
      if (!wanted) return;
      const abilities = await findAbilities(db, account, wanted);
      const found = new Set(abilities.map(({ id }) => id));
      const unknown = wanted.filter((id) => !found.has(id));
      if (unknown.length > 0) throw new RequestError(400, `No Ability with ID ${unknown.join(', ')} on this account.`);
      await unassignAllAbilities(db, agent);
      for (const ability of abilities) {
        await installAbility(db, account, { ...ability, abilityId: ability.id });
        await assignAbility(db, agent, ability.id);
      }
    });
    return { personality_id: agent, detail: wanted ? 'Agent updated.' : 'Nothing to change.' };
  },
};

/** One `matching_capabilities` part an ID: a list in one part is not taken apart, and an empty list cannot be said. */
async function readBody(request: FastifyRequest, style: AssignmentStyle): Promise<unknown> {
  const refused = request.isMultipart() ? 'json-only' : 'multipart-only';
  if (style === refused) {
    throw new RequestError(415, `Unsupported media type "${request.headers['content-type'] ?? ''}" in request.`);
  }
  if (!request.isMultipart()) return request.body;
  return withForm(request, {}, async ({ fields }) => ({
    personality_id: fields.get('personality_id')?.at(-1),
    matching_capabilities: fields.get('matching_capabilities'),
  }));
}
