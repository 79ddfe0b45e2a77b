import { expect, test } from 'vitest';
import { makeStoreOptions } from '../store/stores.ts';
import { rollingRestart } from './rolling-restart.ts';

test('three processes over HTTP are replaced one after another, three times: no click and no upload is lost', async () => {
  const store = await makeStoreOptions('postgresql');
  const { clicks, codes, uploads, wrong } = await rollingRestart({ store, replicas: 3, rounds: 3 });
  process.stdout.write(`${codes.length} restarts, ${clicks} clicks, ${uploads} uploads\n`);
  expect(wrong).toEqual([]);
  expect(codes).toEqual(Array(9).fill(0));
  expect(Math.min(clicks, uploads)).toBeGreaterThan(0);
});
