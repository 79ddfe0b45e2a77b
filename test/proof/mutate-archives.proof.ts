import { expect, test } from 'vitest';
import { fuzzInspection } from '../../packages/ability-zip/test/mutate-archives.ts';

/** PROOF_SEED selects other archives. */
const SEED = Number(process.env.PROOF_SEED ?? 20261121);

test('60,000 mutated archives: no crash, no hang, nothing accepted that inflates to something else', async () => {
  const { accepted, refused, rounds } = await fuzzInspection({ seed: SEED, rounds: 60_000, deadlineMs: 300_000 });
  process.stdout.write(`seed ${SEED}: ${rounds} archives, ${accepted} accepted, ${refused} refused\n`);
  expect(Math.min(accepted, refused)).toBeGreaterThan(0);
});
