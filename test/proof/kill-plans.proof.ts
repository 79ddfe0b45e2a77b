import { expect, test } from 'vitest';
import { makeStoreOptions, storeKinds } from '../store/stores.ts';
import { killPlans } from './kill-plans.ts';

/** Makes the same kills in each run; PROOF_SEED selects others. */
const SEED = Number(process.env.PROOF_SEED ?? 20261128);
/** PROOF_KILLS replaces the number of kills. */
const killsOr = (kills: number): number => Number(process.env.PROOF_KILLS ?? kills);

test.each(storeKinds)('plans of a process that is killed at each of their times, on %s', async (kind) => {
  const { inTheMiddle, times, wrong } = await killPlans({
    store: await makeStoreOptions(kind),
    replicas: 1,
    kills: killsOr(50),
    seed: SEED,
  });
  process.stdout.write(`${times} times, ${inTheMiddle} kills in the middle\n`);
  expect(wrong).toEqual([]);
  expect(inTheMiddle).toBeGreaterThan(0);
});

test.runIf(storeKinds.includes('postgresql'))('plans of three processes that are killed in turn', async () => {
  const { times, wrong } = await killPlans({
    store: await makeStoreOptions('postgresql'),
    replicas: 3,
    kills: killsOr(50),
    seed: SEED,
  });
  process.stdout.write(`${times} times\n`);
  expect(wrong).toEqual([]);
});
