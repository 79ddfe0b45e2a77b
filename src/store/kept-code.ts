import * as z from 'zod';

/** A package, identified by the digest of its paths and contents, with its files at the root. */
export const KeptCode = z.object({
  digest: z.string(),
  /** Digest of the zip itself. */
  sha256: z.string(),
  bytes: z.number(),
  files: z.number(),
  /** The names of the third-party keys that the code uses. */
  keys: z.array(z.string()).default([]),
});
export type KeptCode = z.infer<typeof KeptCode>;
