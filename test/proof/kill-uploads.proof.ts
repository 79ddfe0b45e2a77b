import { expect, test } from 'vitest';
import { makeStoreOptions } from '../store/stores.ts';
import { killUploads } from './kill-uploads.ts';

const HOUSES = [
  { kind: 'libsql', replicas: 1 },
  { kind: 'postgresql', replicas: 1 },
  { kind: 'postgresql', replicas: 2 },
] as const;

/** Makes the same kills in each run; PROOF_SEED selects others. */
const SEED = Number(process.env.PROOF_SEED ?? 20261121);

// The three setups run in parallel: most of the time is spent waiting for the next kill and for processes to start.
test.each([
  ['that answers', false],
  ['that is late, cuts, fails and lies', true],
])('killed 50 times on each store, and with two processes on one, with a service %s', async (_service, lies) => {
  const stores = await Promise.all(HOUSES.map(({ kind }) => makeStoreOptions(kind)));
  const reports = await Promise.all(
    HOUSES.map(async ({ kind, replicas }, index) => {
      const store = stores[index] ?? { dataDir: '', databaseUrl: null };
      const report = await killUploads({ store, replicas, kills: 50, seed: SEED + index, lies, endMs: 120_000 });
      const { kills, replacements, uploads, wrong } = report;
      const setup = `${kind}, ${replicas} at once, seed ${SEED + index}`;
      // At once: the other setups may take minutes more.
      process.stdout.write(
        [`${setup}: ${kills} kills, ${uploads} uploads, ${replacements} of them replaced`, ...wrong, ''].join('\n'),
      );
      return report;
    }),
  );
  expect(reports.map(({ wrong }) => wrong)).toEqual(HOUSES.map(() => []));
  for (const { replacements } of reports) expect(replacements).toBeGreaterThan(0);
});

test('three processes on one PostgreSQL over HTTP, one of them killed 20 times: nothing lost, nothing twice, each click answered that no kill cuts off', async () => {
  const store = await makeStoreOptions('postgresql');
  const options = { store, replicas: 3, kills: 20, seed: SEED, lies: false, endMs: 120_000 } as const;
  const { clicks, cutOff, unanswered, uploads, wrong } = await killUploads({ ...options, mode: 'http' });
  process.stdout.write(`20 kills, ${uploads} uploads, ${clicks} clicks, ${cutOff} of them cut off by a kill\n`);
  expect({ unanswered, wrong }).toEqual({ unanswered: [], wrong: [] });
  // One person clicks, so a kill cuts off one click at most.
  expect(cutOff).toBeLessThanOrEqual(10);
  expect(Math.min(uploads, clicks)).toBeGreaterThan(0);
});
