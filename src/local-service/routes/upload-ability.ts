import * as z from 'zod';
import { CATEGORIES } from '../../contract/category.ts';
import { AgentId } from '../../contract/ids.ts';
import { IMAGE_EXTENSIONS } from '../answers/image-types.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { type Form, textField, withForm } from '../http/read-form.ts';
import { readInput } from '../http/read-input.ts';
import { RequestError } from '../http/request-error.ts';
import { type AbilityFiles, createAbility } from '../packages/create-ability.ts';
import { readPackageUpload } from '../packages/read-package-upload.ts';
import { NameTakenError } from '../storage/abilities.ts';
import { agentExists } from '../storage/agents.ts';

const required = z.string('is required.');

/** Names: letters, digits and spaces, starting with a letter (service notes, endpoint 3); letters of any script. */
const Fields = z.object({
  name: required
    .normalize('NFC')
    .regex(/^\p{L}[\p{L}\p{M}\p{N} ]*$/u, 'must start with a letter and hold only letters, digits and spaces.'),
  category: z.enum(CATEGORIES, `must be one of ${CATEGORIES.join(', ')}.`),
  description: required,
  trigger_words: required
    .transform((text) =>
      text
        .split(',')
        .map((word) => word.trim())
        .filter(Boolean),
    )
    .pipe(z.array(z.string()).min(1, 'must name at least one trigger word.')),
  personality_id: AgentId.optional(),
});

/** Endpoint 3. */
export const uploadAbility: Endpoint = {
  method: 'POST',
  paths: ['/api/capabilities/add-capability/'],
  credential: 'header',
  handle: async ({ account, request, reply, parts }) => {
    const shelves = { zip_file: parts.packages, image_file: parts.images };
    const id = await withForm(request, shelves, async (form) => {
      const names = Object.keys(Fields.shape);
      const fields = readInput(Fields, Object.fromEntries(names.map((name) => [name, textField(form, name)])));
      const agent = fields.personality_id;
      if (agent !== undefined && !(await agentExists(parts.db, account, agent))) {
        throw new RequestError(404, 'Agent not found.');
      }
      const files = {
        package: await readPackageUpload(form, 'single-directory', parts.behaviour.forbiddenModules),
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

function readImage(form: Form): AbilityFiles['image'] {
  const file = form.files.get('image_file');
  if (!file) return undefined;
  const extension = IMAGE_EXTENSIONS[file.contentType];
  if (!extension) throw new RequestError(400, `Unsupported file format ${file.contentType}`);
  return { file, extension };
}
