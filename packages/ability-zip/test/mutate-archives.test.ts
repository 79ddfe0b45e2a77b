import { expect, test } from 'vitest';
import { fuzzInspection } from './mutate-archives.ts';

// With 60,000 rounds in test/proof/mutate-archives.proof.ts.
test('changed archives are refused or read alike by all', async () => {
  const { accepted, refused, rounds } = await fuzzInspection({
    seed: 1,
    rounds: 150,
    deadlineMs: Number.POSITIVE_INFINITY,
  });
  expect(accepted + refused).toBe(rounds);
  // The test would prove nothing if all of them had the same result.
  expect(Math.min(accepted, refused)).toBeGreaterThan(rounds / 20);
});
