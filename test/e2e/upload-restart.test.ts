import { afterEach, expect, test } from 'vitest';
import { until } from '../until.ts';
import { otherCaller } from './reading.ts';
import { replaceBot } from './replace-bot.ts';
import { type House, startHouse } from './start-house.ts';
import { dropZip, openForm, saying, WORDS } from './upload-job.ts';
import { goodZip } from './zips.ts';

let house: House;
let stopSecond: () => Promise<void> = async () => undefined;
afterEach(async () => {
  await stopSecond();
  await house.close();
});

const sent = () => house.service.requests.filter(({ path }) => path.includes('add-capability'));

test('an upload that waits when the bot stops goes on with the next one', async () => {
  house = await startHouse({ mode: 'http', uploadTimes: { retryMs: 50 } });
  const { service, slack } = house;
  const offer = await dropZip(house, await goodZip());
  const form = await openForm(house, offer);
  service.faults.add({ match: {}, fault: { kind: 'reset' } });
  await slack.as(slack.people.ana).submit(form, WORDS);
  await saying(house, offer, "the voice service can't be reached.");
  const next = await replaceBot(house, { uploads: { retryMs: 50 } });
  stopSecond = next.stop;
  service.faults.clear();
  await saying(house, offer, 'Tides uploaded by');
  expect(sent()).toHaveLength(1);
});

test('an upload that is cut off while it is sent is looked for in the lists by the next bot, not sent blindly', async () => {
  house = await startHouse({ mode: 'http' });
  const { service, slack } = house;
  const first = await replaceBot(house, { drainMs: 10 });
  const offer = await dropZip(house, await goodZip());
  const form = await openForm(house, offer);
  service.faults.add({ match: { path: /add-capability/ }, times: 1, afterEffect: true, fault: { kind: 'silent' } });
  await slack.as(slack.people.ana).submit(form, WORDS);
  await until(async () => (await otherCaller(house).listAbilities()).some(({ name }) => name === 'Tides'));
  await first.stop();
  const next = await replaceBot(house, { uploads: { settleMs: 200, retryMs: 50 } });
  stopSecond = next.stop;
  await saying(house, offer, 'Tides uploaded by');
  expect((await otherCaller(house).listAbilities()).filter(({ name }) => name === 'Tides')).toHaveLength(1);
});
