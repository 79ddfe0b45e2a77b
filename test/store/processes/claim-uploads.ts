import { randomUUID } from 'node:crypto';
import { openStore } from '../../../src/store/store.ts';
import { newUpload } from '../new-upload.ts';
import { readOptions } from './read-options.ts';

/** Adds fifty uploads, then claims until there are none, and prints the ID of each it got. */
const store = await openStore(readOptions());
const { uploads } = store.of('T1');
for (let added = 0; added < 50; added += 1) await uploads.add(newUpload(randomUUID()));
for (;;) {
  const record = await store.uploadQueue.claimNext(`process ${process.pid}`, 600_000);
  if (!record) break;
  process.stdout.write(`${record.id}\n`);
}
await store.close();
