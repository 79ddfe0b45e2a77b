import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { StoreOptions } from '../../src/store/store.ts';
import { madeUpKey, madeUpRing } from '../secrets/made-up-keys.ts';
import { runSql } from './run-sql.ts';
import { openTestStore, storeKinds } from './stores.ts';

const Named = z.array(z.object({ name: z.string() }));

/** Everything in the database: on libsql the bytes of its files, on PostgreSQL every row of every table. */
async function readEverything(options: StoreOptions): Promise<string> {
  if (options.databaseUrl === null) {
    const names = await readdir(options.dataDir);
    const files = await Promise.all(names.map((name) => readFile(join(options.dataDir, name), 'latin1')));
    return files.join('\n');
  }
  const tables = await runSql(
    options,
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const rows = Named.parse(tables).map(({ name }) => runSql(options, `select one::text from ${name} one`));
  return JSON.stringify(await Promise.all(rows));
}

/** Unchanged, and in common encodings. */
const spellings = (secret: string): string[] => [
  secret,
  Buffer.from(secret).toString('base64').slice(0, -4),
  Buffer.from(secret).toString('base64url').slice(0, -4),
  Buffer.from(secret).toString('hex'),
];

test.each(storeKinds)('no readable tokens or keys are in the database: %s', async (kind) => {
  const { options, store } = await openTestStore(kind, { keys: madeUpRing('new', 'old') });
  // The last four characters do not occur in base64, so no ciphertext contains them by chance.
  const secrets = ['xoxb-made-up-bot-token', 'xoxe-made-up-refresh-token', 'made-up-api-key-%~%~'];
  const [token, refreshToken, apiKey = ''] = secrets;
  const document = { bot: { token, refreshToken, userId: 'U0BOT' } };
  for (let times = 0; times < 3; times += 1) {
    await store.installations.save({ tenantId: 'T1', teamId: 'T1', enterpriseId: null, document });
    await store.of('T1').account.save({ apiKey, connectedBy: 'U0ADMIN' });
  }
  await store.of('T2').account.save({ apiKey, connectedBy: 'U0ADMIN' });
  await store.of('T2').account.forget();
  await store.reencrypt();
  const everything = await readEverything(options);
  // Plain data is found, which shows that the search covers the right place.
  for (const open of ['U0ADMIN', 'v1.']) expect(everything.includes(open)).toBe(true);
  const keys = ['new', 'old'].map(madeUpKey);
  for (const secret of [...secrets, ...keys, '%~%~', 'made-up-', 'U0BOT'])
    for (const spelling of spellings(secret).filter((one) => one.length >= 4))
      expect(everything.includes(spelling), `${spelling} in the database`).toBe(false);
  expect(await store.of('T1').account.find()).toMatchObject({ apiKey, lastFour: '%~%~' });
});
