import { expect, test } from 'vitest';
import { makeStoreOptions } from '../store/stores.ts';
import { proveReplicas } from './replicas.ts';

const SEED = 20261123;

test('three processes serve twenty workspaces while they are killed and the database cuts their connections: nothing lost, nothing twice, every acked request answered', async () => {
  const { databaseUrl, dataDir } = await makeStoreOptions('postgresql');
  const report = await proveReplicas({
    databaseUrl: databaseUrl ?? '',
    dataDir,
    replicas: 3,
    workspaces: 20,
    seconds: 60,
    pauseMs: 300,
    killEveryMs: 3000,
    cutEveryMs: 7000,
    seed: SEED,
  });
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  expect(report.wrong).toEqual([]);
  expect(Math.min(report.kills, report.cuts, report.uploads)).toBeGreaterThan(5);
  // Failures are allowed only around the kills and the cuts.
  expect(report.told).toBeGreaterThan(report.requests / 3);
});
