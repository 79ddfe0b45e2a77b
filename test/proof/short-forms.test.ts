import { describe, expect, test } from 'vitest';
import { makeStoreOptions, storeKinds } from '../store/stores.ts';
import { killUploads } from './kill-uploads.ts';
import { proveReplicas } from './replicas.ts';
import { rollingRestart } from './rolling-restart.ts';
import { soakCommands } from './soak-commands.ts';
import { soakUploads } from './soak-uploads.ts';

// The long forms are the *.proof.ts files in this folder. Two short forms are elsewhere: the mutated archives in
// packages/ability-zip/test/mutate-archives, the permission matrix in test/e2e/permission-matrix.

const SEED = 20261121;
/** Far more than they need: other tests share the machine. */
const LONG_MS = 4 * 60_000;

test('uploads of a process that is killed twice, with a service that is late, cuts, fails and lies', {
  timeout: LONG_MS,
}, async () => {
  const options = { store: await makeStoreOptions('libsql'), replicas: 1, kills: 2, seed: SEED } as const;
  const { uploads, wrong } = await killUploads({ ...options, lies: true, endMs: 120_000 });
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

  test('serve four workspaces while they are killed and cut off from it: nothing lost, nothing twice', {
    timeout: LONG_MS,
  }, async () => {
    const { databaseUrl, dataDir } = await makeStoreOptions('postgresql');
    const report = await proveReplicas({
      ...{ databaseUrl: databaseUrl ?? '', dataDir, replicas: 3, workspaces: 4 },
      ...{ seconds: 12, pauseMs: 20, killEveryMs: 2000, cutEveryMs: 3000, seed: SEED },
    });
    expect(report.wrong, JSON.stringify(report)).toEqual([]);
    expect(Math.min(report.kills, report.cuts, report.told, report.uploads)).toBeGreaterThan(0);
  });
});
