import * as z from 'zod';
import { AbilityId } from './ids.ts';
import { optionalText } from './tolerant-fields.ts';

/** The answer to an upload. It is undocumented, and both spellings of each field have been observed. */
export const UploadAnswer = z
  .object({
    capability_id: AbilityId.nullish(),
    ability_id: AbilityId.nullish(),
    detail: optionalText,
    message: optionalText,
  })
  .transform((answer, context) => {
    const abilityId = answer.capability_id ?? answer.ability_id;
    if (abilityId != null) return { abilityId, detail: answer.detail ?? answer.message };
    context.addIssue({ code: 'custom', path: ['capability_id'], message: 'Neither capability_id nor ability_id.' });
    return z.NEVER;
  });
export type UploadAnswer = z.infer<typeof UploadAnswer>;
