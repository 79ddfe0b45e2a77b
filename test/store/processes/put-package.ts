import * as z from 'zod';
import { openStore } from '../../../src/store/store.ts';
import { readOptions } from './read-options.ts';

/** Stores the file of the third argument as the new package of the upload in the second. */
const [uploadId, path] = z.tuple([z.string(), z.string()]).parse(process.argv.slice(3));
const store = await openStore(readOptions());
await store.of('T1').packages.put(uploadId, 'new', path);
await store.close();
