import { AgentId } from '@abilities-bot/service-api';
import type { Endpoint } from '../http/endpoint.ts';
import { textField, withForm } from '../http/read-form.ts';
import { readInput } from '../http/read-input.ts';
import { RequestError } from '../http/request-error.ts';
import { createAbility } from '../packages/create-ability.ts';
import { readPackageUpload } from '../packages/read-package-upload.ts';
import { NameTakenError } from '../storage/abilities.ts';
import { agentExists } from '../storage/agents.ts';
import { AbilityFields, readImage } from './ability-form.ts';

const Fields = AbilityFields.extend({ personality_id: AgentId.optional() });

/** Endpoint 3. */
export const uploadAbility: Endpoint = {
  method: 'POST',
  paths: ['/api/capabilities/add-capability/'],
  credential: 'header',
  accepts: ['multipart/form-data'],
  handle: async ({ account, request, reply, parts }) => {
    const stores = { zip_file: parts.packages, image_file: parts.images };
    const id = await withForm(request, stores, async (form) => {
      const names = Object.keys(Fields.shape);
      const fields = readInput(Fields, Object.fromEntries(names.map((name) => [name, textField(form, name)])));
      const agent = fields.personality_id;
      if (agent !== undefined && !(await agentExists(parts.db, account, agent))) {
        throw new RequestError(404, 'Agent not found.');
      }
      const files = {
        package: await readPackageUpload(form, 'single-directory', parts.behavior.forbiddenModules, fields.category),
        image: readImage(form),
      };
      const ability = { ...fields, account, triggerWords: fields.trigger_words, isPublished: false };
      return createAbility(parts, ability, files, agent).catch((error: unknown) => {
        if (error instanceof NameTakenError) throw new RequestError(400, 'Ability with same name already exists');
        throw error;
      });
    });
    reply.code(201);
    return { capability_id: id, detail: 'Ability created.' };
  },
};
