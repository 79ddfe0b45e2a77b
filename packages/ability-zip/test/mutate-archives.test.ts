import { expect, test } from 'vitest';
import { fuzzInspection } from './mutate-archives.ts';

test.each([1, 2, 3])('changed archives are refused or read alike by all, seed %i', async (seed) => {
  const { accepted, refused, rounds } = await fuzzInspection({ seed, rounds: 150, deadlineMs: 15_000 });
  expect(accepted + refused).toBe(rounds);
  // The test would prove nothing if all of them had the same result.
  expect(Math.min(accepted, refused)).toBeGreaterThan(rounds / 20);
});
