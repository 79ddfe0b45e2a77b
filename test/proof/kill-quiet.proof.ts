import { expect, test } from 'vitest';
import { makeStoreOptions, storeKinds } from '../store/stores.ts';
import { killQuiets } from './kill-quiet.ts';

/** Makes the same kills in each run; PROOF_SEED selects others. */
const SEED = Number(process.env.PROOF_SEED ?? 20261128);

test.each(storeKinds)('quiet of a process that is killed 50 times, on %s', async (kind) => {
  const { kills, quiets, wrong } = await killQuiets({
    store: await makeStoreOptions(kind),
    replicas: 1,
    kills: 50,
    seed: SEED,
  });
  process.stdout.write(`${quiets} quiets, ${kills} kills\n`);
  expect(wrong).toEqual([]);
  expect(quiets).toBeGreaterThan(0);
});

test.runIf(storeKinds.includes('postgresql'))('quiet of three processes that are killed in turn', async () => {
  const { kills, quiets, wrong } = await killQuiets({
    store: await makeStoreOptions('postgresql'),
    replicas: 3,
    kills: 20,
    seed: SEED,
  });
  process.stdout.write(`${quiets} quiets, ${kills} kills\n`);
  expect(wrong).toEqual([]);
  expect(quiets).toBeGreaterThan(0);
});
