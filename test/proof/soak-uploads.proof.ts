import { expect, test } from 'vitest';
import { makeStoreOptions } from '../store/stores.ts';
import { soakUploads } from './soak-uploads.ts';

test('uploads without a pause for a minute and a half: nothing goes wrong, memory stays, nothing is left', async () => {
  const report = await soakUploads({ store: await makeStoreOptions('libsql'), ms: 90_000 });
  process.stdout.write(`${report.uploads} uploads, memory ${report.growthMib.toFixed(0)} MiB more at the end\n`);
  expect(report).toMatchObject({ wrong: [], left: [] });
  expect(report.uploads).toBeGreaterThan(0);
  expect(report.growthMib).toBeLessThan(64);
});
