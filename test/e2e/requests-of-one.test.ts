import { afterEach, expect, test } from 'vitest';
import { hold } from '../../packages/local-slack/test/hold.ts';
import { until } from '../until.ts';
import { installedRow } from './reading.ts';
import { type House, startHouse } from './start-house.ts';

let house: House;
afterEach(() => house.close());

test('a person has ten requests in progress at most, and reads that a further one was not started', async () => {
  house = await startHouse({ mode: 'http' });
  const { logLines, slack } = house;
  const [ana, ben] = [slack.as(slack.people.ana), slack.as(slack.people.ben)];
  await ana.command('assign Nova');
  const form = await slack.nextView(({ callbackId }) => callbackId === 'assign');
  const search = async () => (await ana.suggest(form, 'abilities', 'wat')).map(({ text }) => text.text);
  const { letGo, until: answered } = hold();
  slack.faults.add({ method: 'response_url', times: 10, fault: { delayUntil: answered } });
  for (let count = 0; count < 10; count += 1) await ana.command('help');
  await until(() => logLines.filter((line) => line.includes('"verb":"help"')).length === 10);

  await ana.command('disable News');
  const { text } = await slack.nextMessage((message) => /News disabled|in progress/.test(message.text));
  expect(text).toMatch(/^You already have 10 requests in progress, so I didn't start this one\. Nothing changed\./);
  expect((await installedRow(house, 'News')).enabled).toBe(true);
  expect(await search()).toEqual([]);
  await ben.command('list');
  await slack.nextMessage(
    ({ ephemeralFor, text }) => ephemeralFor === ben.person.id && text.includes('3 not installed'),
  );

  letGo();
  await until(() => slack.transcript.messages.filter(({ text }) => text.includes('/abilities list')).length >= 10);
  await until(async () => (await search()).includes('Night Watch'));
  await ana.command('disable News');
  await slack.nextMessage(({ text }) => text.includes('News disabled by'));
});
