import * as z from 'zod';
import { InstalledAbilityId } from '../../contract/ids.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { readInput, readPathId } from '../http/read-input.ts';
import { RequestError } from '../http/request-error.ts';
import { findInstalled, updateInstalled } from '../storage/installed-abilities.ts';

/**
 * The two fields "that can be set" (service interface, "Installed Ability"). Callers may send the row's other fields
 * back unchanged (service notes, endpoint 7); they are not read.
 */
const Edit = z.object({
  enabled: z.boolean(),
  trigger_words: z.array(z.string().trim().min(1, 'must not be empty.')).min(1, 'must not be empty.'),
});

/** Endpoint 7. */
export const editInstalledAbility: Endpoint = {
  method: 'PUT',
  paths: ['/api/capabilities/edit-installed-capability/:id/'],
  credential: 'header',
  handle: async ({ account, request, parts: { db } }) => {
    const id = readPathId(InstalledAbilityId, request.params);
    const { enabled, trigger_words: triggerWords } = readInput(Edit, request.body);
    const installed = await findInstalled(db, account, id);
    // An orphan and an ID that was never installed are told in the same words (service notes, endpoint 6).
    if (!installed || installed.abilityId === null) throw new RequestError(404, 'Installed Ability does not exist');
    await updateInstalled(db, id, { enabled, triggerWords });
    return { id, enabled, trigger_words: triggerWords, detail: enabled ? 'Ability enabled.' : 'Ability disabled.' };
  },
};
