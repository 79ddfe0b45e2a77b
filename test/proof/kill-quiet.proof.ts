import { expect, test } from 'vitest';
import { makeStoreOptions, storeKinds } from '../store/stores.ts';
import { killQuietsOfMany } from './kill-many-quiets.ts';
import { killQuiets } from './kill-quiet.ts';

/** Makes the same kills in each run; PROOF_SEED selects others. */
const SEED = Number(process.env.PROOF_SEED ?? 20261128);
/** PROOF_KILLS replaces the number of kills. */
const killsOr = (kills: number): number => Number(process.env.PROOF_KILLS ?? kills);

test.each(storeKinds)('quiet of a process that is killed again and again, on %s', async (kind) => {
  const { kills, quiets, wrong } = await killQuiets({
    store: await makeStoreOptions(kind),
    replicas: 1,
    kills: killsOr(50),
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
    kills: killsOr(20),
    seed: SEED,
  });
  process.stdout.write(`${quiets} quiets, ${kills} kills\n`);
  expect(wrong).toEqual([]);
  expect(quiets).toBeGreaterThan(0);
});

test.each(storeKinds)('quiet and resume of many Abilities, killed in the middle, on %s', async (kind) => {
  const { kills, quiets, wrong } = await killQuietsOfMany({
    store: await makeStoreOptions(kind),
    replicas: kind === 'postgresql' ? 2 : 1,
    kills: killsOr(10),
    seed: SEED,
  });
  process.stdout.write(`${quiets} quiets of many, ${kills} kills\n`);
  expect(wrong).toEqual([]);
});
