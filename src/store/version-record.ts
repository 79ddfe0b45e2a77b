import * as z from 'zod';
import { KeptCode } from './kept-code.ts';
import { UploadForm } from './upload-record.ts';

export const VersionDocument = z.object({
  /** `found`: the code that ran before it was updated or replaced from Slack. */
  how: z.enum(['uploaded', 'updated', 'replaced', 'found']),
  /** Null for code that was found. */
  userId: z.string().nullable(),
  /**
   * The form values that it was sent with. For code that was found: those of the replaced Ability, or of the update.
   */
  form: UploadForm,
  files: z.number(),
  keys: KeptCode.shape.keys,
  /** True if it was last sent as a rollback. Absent in older records. */
  isRollback: z.boolean().optional(),
  /** True if a release in the service was enabled since, so that this version isn't expected to be current. */
  isSetAside: z.boolean().optional(),
});

/** A package that an Ability had, and that can be sent again. */
export interface Version extends z.infer<typeof VersionDocument>, KeptCode {
  /** The Ability's name. Versions belong to a name, because each replacement has a new ID. */
  name: string;
  /** When it was last sent or found, in milliseconds since 1970. */
  at: number;
}

/** The number of a digest's characters that are shown and typed. */
const SHORT_DIGEST = 12;

export const shortDigest = (digest: string): string => digest.slice(0, SHORT_DIGEST);
