import { describe, expect, test } from 'vitest';
import { makeStoreOptions, storeKinds } from '../store/stores.ts';
import { killUploads } from './kill-uploads.ts';
import { rollingRestart } from './rolling-restart.ts';
import { soakCommands } from './soak-commands.ts';
import { soakUploads } from './soak-uploads.ts';

// The long forms are the *.proof.ts files in this folder; for the mutated archives it is
// packages/ability-zip/test/mutate-archives.

const SEED = 20261121;
/** Far more than they need: other tests share the machine. */
const LONG_MS = 4 * 60_000;

test.each([
  ['that answers', false],
  ['that is late, cuts, fails and lies', true],
])('uploads of a process that is killed twice, with a service %s', { timeout: LONG_MS }, async (_service, lies) => {
  const store = await makeStoreOptions('libsql');
  const { uploads, wrong } = await killUploads({ store, replicas: 1, kills: 2, seed: SEED, lies, endMs: 120_000 });
  expect(wrong).toEqual([]);
  expect(uploads).toBeGreaterThan(0);
});

test('uploads without a pause leave nothing behind', { timeout: LONG_MS }, async () => {
  const report = await soakUploads({ store: await makeStoreOptions('libsql'), ms: 3000 });
  expect(report).toMatchObject({ wrong: [], left: [] });
  expect(report.uploads).toBeGreaterThan(0);
});

test('commands, clicks, forms and drops beside each other are all answered', { timeout: LONG_MS }, async () => {
  const { errors, load, toggled, wrong } = await soakCommands({
    ...{ store: await makeStoreOptions('libsql'), perSecond: 10, seconds: 3, patienceMs: 60_000 },
  });
  expect({ errors, wrong }).toEqual({ errors: [], wrong: [] });
  expect(load).toMatchObject({ mistakes: 0, acks: { count: load.sent }, answers: { count: load.sent } });
  expect(toggled.clicks).toBeGreaterThan(0);
});

describe.runIf(storeKinds.includes('postgresql'))('several processes on one PostgreSQL', () => {
  test('are replaced one after another: no click and no upload is lost', { timeout: LONG_MS }, async () => {
    const store = await makeStoreOptions('postgresql');
    const { clicks, codes, wrong } = await rollingRestart({ store, replicas: 2, rounds: 1 });
    expect(wrong).toEqual([]);
    expect(codes).toEqual([0, 0]);
    expect(clicks).toBeGreaterThan(0);
  });

  test('one of them killed: no click is lost between two kills', { timeout: LONG_MS }, async () => {
    const options = { store: await makeStoreOptions('postgresql'), replicas: 2, kills: 2, seed: SEED } as const;
    const report = await killUploads({ ...options, lies: false, endMs: 120_000, mode: 'http' });
    expect(report).toMatchObject({ unanswered: [], wrong: [] });
    expect(report.clicks).toBeGreaterThan(0);
  });
});
