import { Category, InstalledAbilityId } from '@abilities-bot/service-api';
import * as z from 'zod';
import type { Endpoint } from '../http/endpoint.ts';
import { readInput, readPathId } from '../http/read-input.ts';
import { RequestError } from '../http/request-error.ts';
import { findInstalled, updateInstalled } from '../storage/installed-abilities.ts';

/**
 * The two fields "that can be set" (service interface, "Installed Ability"), and the row's other fields, which clients
 * send back (service notes, endpoint 7). Of those, agent_capability and category are saved.
 */
const Edit = z.object({
  enabled: z.boolean(),
  trigger_words: z.array(z.string().trim().min(1, 'must not be empty.')).min(1, 'must not be empty.'),
  agent_capability: z.boolean().nullish(),
  category: Category.nullish(),
  name: z.string().nullish(),
  system_capability: z.boolean().nullish(),
});

/** Endpoint 7. */
export const editInstalledAbility: Endpoint = {
  method: 'PUT',
  paths: ['/api/capabilities/edit-installed-capability/:id/'],
  credential: 'header',
  accepts: ['application/json'],
  handle: async ({ account, request, parts: { db, lies } }) => {
    const id = readPathId(InstalledAbilityId, request.params);
    const edit = readInput(Edit, request.body);
    const { enabled, trigger_words: triggerWords } = edit;
    const installed = await findInstalled(db, account, id);
    // The same message for an orphan and for an ID that was never installed (service notes, endpoint 6).
    if (!installed || installed.abilityId === null) throw new RequestError(404, 'Installed Ability does not exist');
    // The lists are joined by name, and only the service itself marks system Abilities.
    if ((edit.name ?? installed.name) !== installed.name) throw new RequestError(400, 'name: cannot be changed here.');
    if ((edit.system_capability ?? installed.isSystem) !== installed.isSystem)
      throw new RequestError(400, 'system_capability: cannot be changed.');
    const isForAgents = edit.agent_capability ?? installed.isForAgents;
    const category = edit.category ?? installed.category;
    const saved = { enabled, triggerWords: [...lies.keptWords(triggerWords)], isForAgents, category };
    if (!lies.isTold('switch-nothing')) await lies.carryOut(() => updateInstalled(db, id, saved));
    return {
      id,
      enabled,
      trigger_words: triggerWords,
      agent_capability: isForAgents,
      category,
      detail: enabled ? 'Ability enabled.' : 'Ability disabled.',
    };
  },
};
