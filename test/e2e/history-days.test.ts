import { afterEach, expect, test } from 'vitest';
import { openStore, type Store } from '../../src/store/store.ts';
import { until } from '../until.ts';
import { replaceBot } from './replace-bot.ts';
import { type House, startHouse } from './start-house.ts';

let house: House;
let store: Store;
afterEach(async () => {
  await store.close();
  await house.close();
});

test('the bot deletes history that is older than the setting', async () => {
  house = await startHouse({ mode: 'http' });
  const { config, slack } = house;
  store = await openStore(config.store);
  const history = () => store.of(slack.teamId).auditLog.list({ page: 1, perPage: 10 });
  const say = (line: string) => slack.as(slack.people.ana).command(line);

  await say('disable News');
  await slack.nextMessage(({ text }) => text.includes('News disabled by'));
  await until(async () => (await history()).records.length === 1);

  const bot = await replaceBot(house, { config: { ...config, historyMs: 0 }, sweepMs: 10 });
  await until(async () => (await history()).records.length === 0);
  await bot.stop();
  expect((await history()).records).toEqual([]);

  // A sweep after the stop would find the store closed.
  const next = await replaceBot(house, { config });
  await say('enable News');
  await slack.nextMessage(({ text }) => text.includes('News enabled by'));
  await next.stop();
  expect(house.logLines.some((line) => line.includes('deleting expired data failed'))).toBe(false);
});
