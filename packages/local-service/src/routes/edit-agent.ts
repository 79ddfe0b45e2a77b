import { AbilityId, AgentId } from '@abilities-bot/service-api';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { Endpoint } from '../http/endpoint.ts';
import { withForm } from '../http/read-form.ts';
import { readInput } from '../http/read-input.ts';
import { RequestError } from '../http/request-error.ts';
import type { AssignmentStyle } from '../service-parts.ts';
import { findAbilities, NameTakenError } from '../storage/abilities.ts';
import { agentExists, assignAbility, unassignAllAbilities, updateAgent } from '../storage/agents.ts';
import type { AccountId } from '../storage/ids.ts';
import { installAbility } from '../storage/installed-abilities.ts';
import type { Schema } from '../storage/schema.ts';

const Edit = z.looseObject({
  personality_id: AgentId,
  name: z.string().trim().min(1, 'must not be empty.').max(255, 'must have at most 255 characters.').optional(),
  description: z.string().max(10_000, 'must have at most 10,000 characters.').optional(),
  matching_capabilities: z.array(AbilityId).optional(),
});

/**
 * Endpoint 2. personality_id selects the Agent, and the list replaces the current one. Absent fields stay unchanged.
 * Assigning also installs an Ability, since Agents use only installed ones; unassigning does not uninstall it.
 */
export const editAgent: Endpoint = {
  method: 'PUT',
  paths: ['/api/personalities/edit-personality/'],
  credential: 'header',
  accepts: ['application/json', 'multipart/form-data'],
  handle: async ({ account, request, parts }) => {
    const { lies } = parts;
    const edit = readInput(Edit, await readBody(request, parts.behavior.assignment));
    const { personality_id: agent, name, description, matching_capabilities: wanted, ...others } = edit;
    const isChange = [name, description, wanted].some((field) => field !== undefined);
    const notSaved = Object.keys(others).join(', ');
    // Nothing in the request can be saved, so reporting success would be wrong.
    if (!isChange && notSaved) throw new RequestError(400, `Nothing changed: ${notSaved} cannot be saved here.`);
    if (!(await agentExists(parts.db, account, agent))) throw new RequestError(404, 'Agent not found.');
    // Refuses unknown IDs even if the change is late or never comes.
    if (wanted) await findWanted(parts.db, account, wanted);
    const saved = lies.isTold('assign-wipes-others') ? wanted?.slice(-1) : wanted;
    const install = {
      isInstalling: !lies.isTold('assign-without-installing'),
      isForAgents: !lies.isTold('silent-words'),
    };
    const save = () =>
      parts.db.transaction().execute(async (db) => {
        await updateAgent(db, agent, { name, description });
        if (saved) await assignOnly(db, account, agent, saved, install);
      });
    if (!lies.isTold('assign-nothing')) {
      await lies.carryOut(save).catch((error: unknown) => {
        throw error instanceof NameTakenError ? new RequestError(400, 'Agent with same name already exists') : error;
      });
    }
    const detail = isChange ? 'Agent updated.' : 'Nothing to change.';
    return { personality_id: agent, detail: notSaved ? `${detail} Not saved: ${notSaved}.` : detail };
  },
};

async function findWanted(db: Kysely<Schema>, account: AccountId, wanted: readonly AbilityId[]) {
  const abilities = await findAbilities(db, account, wanted);
  const found = new Set(abilities.map(({ id }) => id));
  const unknown = wanted.filter((id) => !found.has(id));
  if (unknown.length > 0) throw new RequestError(400, `No Ability with ID ${unknown.join(', ')} on this account.`);
  return abilities;
}

async function assignOnly(
  db: Kysely<Schema>,
  account: AccountId,
  agent: AgentId,
  wanted: readonly AbilityId[],
  { isInstalling, isForAgents }: { isInstalling: boolean; isForAgents: boolean },
): Promise<void> {
  const abilities = await findWanted(db, account, wanted);
  await unassignAllAbilities(db, agent);
  for (const ability of abilities) {
    if (isInstalling) await installAbility(db, account, { ...ability, abilityId: ability.id, isForAgents });
    await assignAbility(db, agent, ability.id);
  }
}

/**
 * One `matching_capabilities` part per ID: a list in one part is not split, and an empty list cannot be expressed. A form
 * that names only the Agent may be meant as that, so it must not look like a success.
 */
async function readBody(request: FastifyRequest, style: AssignmentStyle): Promise<unknown> {
  const refused = request.isMultipart() ? 'json-only' : 'multipart-only';
  if (style === refused) {
    throw new RequestError(415, `Unsupported media type "${request.headers['content-type'] ?? ''}" in request.`);
  }
  if (!request.isMultipart()) return request.body;
  return withForm(request, {}, async ({ fields }) => {
    if (fields.size === 1 && fields.has('personality_id')) {
      throw new RequestError(
        400,
        'Nothing changed: a form cannot hold an empty list. Send JSON with an empty matching_capabilities to remove all.',
      );
    }
    return Object.fromEntries(
      [...fields].map(([name, values]) => [name, name === 'matching_capabilities' ? values : values.at(-1)]),
    );
  });
}
