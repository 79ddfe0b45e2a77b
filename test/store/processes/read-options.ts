import * as z from 'zod';
import type { StoreOptions } from '../../../src/store/store.ts';

const Options = z.object({
  databaseUrl: z.string().nullable(),
  dataDir: z.string(),
  connectionWaitMs: z.number(),
  authorizationWaitMs: z.number(),
});

/** The first argument of the process. */
export const readOptions = (): StoreOptions => Options.parse(JSON.parse(process.argv[2] ?? ''));
