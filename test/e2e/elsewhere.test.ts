import { afterEach, expect, test } from 'vitest';
import { otherCaller } from './reading.ts';
import { type House, startHouse } from './start-house.ts';
import { until } from './until.ts';
import { hear } from './watched-house.ts';

let house: House;
afterEach(() => house.close());

const OPS = 'C0LOCALOPS';

/** A setup whose bot polls every 100 ms, returned after it has seen the account once. */
async function watch() {
  house = await startHouse({ mode: 'http', policy: { watchChannel: OPS }, times: { watchMs: 100 } });
  await looked(2);
}

/** Waits for this many further polls, each of which reads the Agents. */
async function looked(times: number): Promise<void> {
  const { service } = house;
  const count = () => service.requests.filter(({ path }) => path.includes('get-all-personalities')).length;
  const wanted = count() + times;
  await until(() => count() >= wanted);
}

test('changes made outside Slack are announced in the channel once, and changes made from here are not', async () => {
  await watch();
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  await hear(
    house,
    () => ana.command('disable Weather'),
    ({ text }) => text.includes('Weather disabled by'),
  );
  const service = otherCaller(house);
  const news = (await service.listInstalledAbilities()).find(({ name }) => name === 'News');
  if (!news) throw new Error('the demo account has News');
  await service.setInstalledAbility(news, { enabled: false, triggerWords: news.triggerWords });
  const told = await slack.nextMessage(({ channelId, text }) => channelId === OPS && text.includes('outside Slack'));
  expect(told.text).toContain('News');
  expect(told.text).not.toContain('Weather');
  await looked(4);
  const all = slack.transcript.messages.filter(({ text }) => text.includes('outside Slack'));
  expect(all).toHaveLength(1);
  await hear(
    house,
    () => ana.click(told, { text: 'Show News' }),
    ({ ephemeralFor, text }) => ephemeralFor !== null && text.includes('News'),
  );
});
