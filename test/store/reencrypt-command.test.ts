import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { runReencrypt } from '../../src/cli/run-reencrypt.ts';
import type { StoreOptions } from '../../src/store/store.ts';
import { makeFolder } from '../make-folder.ts';
import { madeUpKey, madeUpRing } from '../secrets/made-up-keys.ts';
import { runReencryptCommand } from './run-reencrypt.ts';
import { openTestStore, storeKinds } from './stores.ts';

const [NEW, OLD] = [madeUpKey('new'), madeUpKey('old')];
const NEW_ID = madeUpRing('new').first.id;

const settingsOf = ({ databaseUrl, dataDir }: StoreOptions, keys: string) => ({
  ENCRYPTION_KEY: keys,
  ...(databaseUrl === null ? { DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl }),
});

test.each(storeKinds)('the command re-encrypts the keys of a store while it is in use: %s', async (kind) => {
  const { options, reopen, store } = await openTestStore(kind, { keys: madeUpRing('old') });
  await store.of('T1').account.save({ apiKey: 'made-up-key', connectedBy: 'U1' });
  const settings = settingsOf(options, `${NEW},${OLD}`);
  expect(await runReencryptCommand(settings)).toEqual({
    code: 0,
    stderr: '',
    stdout: `Re-encrypted with key ${NEW_ID}: 1. Already up to date: 0. Could not be decrypted: 0.\nOnce every bot uses this key as the first one, you can remove the others from ENCRYPTION_KEY.\n`,
  });
  expect((await runReencrypt(settings)).words).toContain(': 0. Already up to date: 1. Could not be decrypted: 0.');
  const alone = await reopen({ keys: madeUpRing('new') });
  expect(await alone.of('T1').account.find()).toMatchObject({ apiKey: 'made-up-key' });
});

test('the command fails with a clear error when a key is missing, and leaves what it cannot open', async () => {
  const { options, store } = await openTestStore('libsql', { keys: madeUpRing('old') });
  await store.of('T1').account.save({ apiKey: 'made-up-key', connectedBy: 'U1' });
  const { code, stderr, stdout } = await runReencryptCommand(settingsOf(options, NEW));
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(stdout).toContain('Could not be decrypted: 1.\nA secret in the database was encrypted with key');
  expect(await store.of('T1').account.find()).toMatchObject({ apiKey: 'made-up-key' });
});

test('a folder without a database gets none, and a database with nothing sealed is not said to be done', async () => {
  const dataDir = await makeFolder();
  await expect(runReencrypt({ ENCRYPTION_KEY: NEW, DATA_DIR: dataDir })).rejects.toThrow(
    `There is no database in ${dataDir}. Nothing was re-encrypted.`,
  );
  expect(await readdir(dataDir)).toEqual([]);
  const { options } = await openTestStore('libsql', { keys: madeUpRing('old') });
  expect((await runReencrypt(settingsOf(options, NEW))).words).toContain('keep all keys in ENCRYPTION_KEY');
});

test.each([
  [{}, 'ENCRYPTION_KEY contains no key. Generate one with "openssl rand -base64 32".'],
  [
    { ENCRYPTION_KEY: NEW, DATABASE_URL: 'mysql://made-up' },
    'Nothing was re-encrypted. DATABASE_URL must be a postgresql:// URL.',
  ],
])('settings that the command cannot use are told: %#', async (settings, sentence) => {
  await expect(runReencrypt(settings)).rejects.toThrow(sentence);
});

test('the command shows a sentence for a key that is none, and nothing of it', async () => {
  expect(await runReencryptCommand({ ENCRYPTION_KEY: 'made-up' })).toEqual({
    code: 1,
    stderr:
      'ENCRYPTION_KEY can\'t be used: it is not exactly 32 bytes in base64. Generate one with "openssl rand -base64 32".\n',
    stdout: '',
  });
});
