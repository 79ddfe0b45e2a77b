import { randomUUID } from 'node:crypto';
import { openStore } from '../../../src/store/store.ts';
import { newUpload } from '../new-upload.ts';
import { readOptions } from './read-options.ts';

/** Adds uploads endlessly and prints the ID of each once it is stored. */
const { uploads } = (await openStore(readOptions())).of('T1');
for (;;) {
  const { record } = await uploads.add(newUpload(randomUUID()));
  await new Promise((resolve) => process.stdout.write(`${record.id}\n`, resolve));
}
