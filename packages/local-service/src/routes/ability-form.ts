import { CATEGORIES } from '@abilities-bot/service-api';
import * as z from 'zod';
import { IMAGE_EXTENSIONS } from '../answers/image-types.ts';
import type { Form } from '../http/read-form.ts';
import { RequestError } from '../http/request-error.ts';
import type { AbilityFiles } from '../packages/create-ability.ts';

const required = z.string('is required.');

/** Names: letters, digits and spaces, starting with a letter (service notes, endpoint 3); letters of any script. */
export const AbilityFields = z.object({
  name: required
    .normalize('NFC')
    .regex(/^\p{L}[\p{L}\p{M}\p{N} ]*$/u, 'must start with a letter and contain only letters, digits and spaces.'),
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
});

/** @throws {RequestError} 400 for another file type. */
export function readImage(form: Form): AbilityFiles['image'] {
  const file = form.files.get('image_file');
  if (!file) return undefined;
  const extension = IMAGE_EXTENSIONS[file.contentType];
  if (!extension) throw new RequestError(400, `Unsupported file format ${file.contentType}`);
  return { file, extension };
}
