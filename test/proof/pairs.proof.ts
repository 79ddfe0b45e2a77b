import { expect, onTestFinished, test } from 'vitest';
import { disableTogether, switchTwoRows, toggleAndChangeWords } from '../e2e/pairs.ts';
import { makeStoreOptions } from '../store/stores.ts';
import { startProofHouse } from './proof-house.ts';

test('two processes on one PostgreSQL change the same things at the same moments: nothing is lost or done twice', async () => {
  const store = await makeStoreOptions('postgresql');
  const house = await startProofHouse({ store, replicas: 2, mode: 'http' });
  onTestFinished(() => house.close());
  expect(await toggleAndChangeWords(house, 100)).toEqual([]);
  expect(await disableTogether(house, 100)).toEqual(Array(100).fill({ puts: 1, done: 1 }));
  expect(await switchTwoRows(house, 50)).toEqual([]);
});
