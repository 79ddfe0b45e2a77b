import * as z from 'zod';
import { KeptCode } from './kept-code.ts';
import { UploadForm } from './upload-record.ts';

export const VersionDocument = z.object({
  /** `found`: the code that ran before it was updated or replaced from here. */
  how: z.enum(['uploaded', 'updated', 'replaced', 'found']),
  /** Null for found code. */
  userId: z.string().nullable(),
  /** The form values that it was sent with. For found code: of the replaced Ability, else of the update. */
  form: UploadForm,
  files: z.number(),
  keys: KeptCode.shape.keys,
  /** True if a release of the service was enabled since, so that this version is not expected to be current. */
  isSetAside: z.boolean().optional(),
});

/** A package that an Ability had, and that can be sent again. */
export interface Version extends z.infer<typeof VersionDocument>, KeptCode {
  /** The Ability's name, which identifies it: each replacement has a new ID. */
  name: string;
  /** When it was sent last, or found; in milliseconds since 1970. */
  at: number;
}

/** The part of a digest that is shown and typed. */
const SHORT_DIGEST = 12;

export const shortDigest = (digest: string): string => digest.slice(0, SHORT_DIGEST);
