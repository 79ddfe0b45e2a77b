import { expect, test } from 'vitest';
import { makeStoreOptions, storeKinds } from '../store/stores.ts';
import { killApprovals } from './kill-approvals.ts';
import { killLooks, killRollbacks } from './kill-changes.ts';
import { killCommands } from './kill-commands.ts';

/** Makes the same kills in each run; PROOF_SEED selects others. */
const SEED = Number(process.env.PROOF_SEED ?? 20261124);
const KILLS = 30;

test.each(storeKinds)('rollbacks of a process that is killed 30 times, on %s', async (kind) => {
  const report = await killRollbacks({ store: await makeStoreOptions(kind), kills: KILLS, seed: SEED });
  expect(report).toEqual({ rollbacks: KILLS, wrong: [] });
});

test.each(storeKinds)(
  'changes that are late, by a process that is killed 30 times before the last look, on %s',
  async (kind) => {
    const report = await killLooks({ store: await makeStoreOptions(kind), kills: KILLS, seed: SEED });
    expect(report).toEqual({ pending: KILLS, told: KILLS, wrong: [] });
  },
);

test.each(storeKinds)('changes of a process that is killed 12 times while it makes them, on %s', async (kind) => {
  const { begun, byNext, wrong } = await killCommands({ store: await makeStoreOptions(kind), kills: 12, seed: SEED });
  process.stdout.write(`${begun} begun, ${byNext} answered by the next process\n`);
  expect(wrong).toEqual([]);
  expect(byNext).toBeGreaterThan(0);
});

test.each(storeKinds)(
  'approvals of a process that is killed 12 times while it carries them out, on %s',
  async (kind) => {
    const { approved, byNext, wrong } = await killApprovals({
      store: await makeStoreOptions(kind),
      kills: 12,
      seed: SEED,
    });
    process.stdout.write(`${approved} approved, ${byNext} carried out by the next process\n`);
    expect(wrong).toEqual([]);
    expect(byNext).toBeGreaterThan(0);
  },
);
