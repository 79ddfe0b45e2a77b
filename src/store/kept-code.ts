import * as z from 'zod';

/** A package with the files at its root, by the digest of its paths and contents. */
export const KeptCode = z.object({
  digest: z.string(),
  /** Digest of the zip itself. */
  sha256: z.string(),
  bytes: z.number(),
  files: z.number(),
  /** Names of the third-party keys that the code asks for. */
  keys: z.array(z.string()).default([]),
});
export type KeptCode = z.infer<typeof KeptCode>;
