import { expect, test } from 'vitest';
import { makeStoreOptions } from '../store/stores.ts';
import { soakUploads } from './soak-uploads.ts';

/** The short form of soak-uploads.proof.ts. */
test('uploads without a pause: nothing goes wrong, nothing is left', { timeout: 90_000 }, async () => {
  const report = await soakUploads({ store: await makeStoreOptions('libsql'), ms: 3000 });
  expect(report).toMatchObject({ wrong: [], left: [] });
  expect(report.uploads).toBeGreaterThan(0);
});
