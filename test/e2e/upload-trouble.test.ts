import type { Message } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { otherCaller } from './reading.ts';
import { replaceBot } from './replace-bot.ts';
import { startSlowService } from './slow-service.ts';
import { type House, startHouse } from './start-house.ts';
import { dropZip, openForm, saying, startUpload, WORDS } from './upload-job.ts';
import { goodZip } from './zips.ts';

let house: House;
afterEach(() => house.close());

const ADD = { method: 'POST', path: /add-capability/ };
const ana = () => house.slack.as(house.slack.people.ana);
const sent = () => house.service.requests.filter(({ path }) => path.includes('add-capability'));
const onAccount = async (name: string) =>
  (await otherCaller(house).listAbilities()).filter((ability) => ability.name === name).length;

/** Short waits, so that tests are fast. */
const quickly = { settleMs: 200, retryMs: 50, pollMs: 200 };

describe('an answer of the service that is lost', () => {
  test.each([
    ['a 500', { kind: 'status', status: 500 }],
    ['a cut connection', { kind: 'reset' }],
    ['half an answer', { kind: 'truncated' }],
    ['a web page', { kind: 'html' }],
  ] as const)('%s after the upload is found in the lists, and nothing is sent twice', async (_what, fault) => {
    house = await startHouse({ mode: 'http', uploadTimes: quickly });
    house.service.faults.add({ match: ADD, times: 1, afterEffect: true, fault });
    await saying(house, await startUpload(house, await goodZip()), 'Tides uploaded by');
    expect(sent()).toHaveLength(1);
    expect(await onAccount('Tides')).toBe(1);
  });

  test.each([
    ['a 500', { kind: 'status', status: 500 }],
    ['a cut connection', { kind: 'reset' }],
  ] as const)(
    '%s instead of the upload: it is sent again when the lists have shown for a while that it is not there',
    async (_what, fault) => {
      house = await startHouse({ mode: 'http', uploadTimes: quickly });
      house.service.faults.add({ match: ADD, times: 1, fault });
      await saying(house, await startUpload(house, await goodZip()), 'Tides uploaded by');
      expect(sent()).toHaveLength(2);
      expect(await onAccount('Tides')).toBe(1);
    },
  );
});

test('a service that is away delays an upload, says so, and loses nothing', async () => {
  house = await startHouse({ mode: 'http', uploadTimes: quickly });
  const { service } = house;
  const offer = await dropZip(house, await goodZip());
  const form = await openForm(house, offer);
  service.faults.add({ match: {}, fault: { kind: 'reset' } });
  await ana().submit(form, WORDS);
  await saying(house, offer, "Still uploading Tides: the voice service can't be reached. Trying again in a moment.");
  service.faults.clear();
  await saying(house, offer, 'Tides uploaded by');
});

test('after giving up, the message offers to try again without a new drop', async () => {
  house = await startHouse({ mode: 'http', uploads: { giveUpMs: 1 } });
  const { service } = house;
  const offer = await dropZip(house, await goodZip());
  const form = await openForm(house, offer);
  service.faults.add({ match: {}, fault: { kind: 'reset' } });
  await ana().submit(form, WORDS);
  const failed = await saying(house, offer, "Tides was not uploaded: the voice service can't be reached.");
  expect(failed.text).not.toContain('may have');
  service.faults.clear();
  const again = await openForm(house, failed, { label: 'Try again…' });
  expect(renderText(again)).toContain('Tells the tides.');
  await ana().submit(again, {});
  await saying(house, offer, 'Tides uploaded by');
});

test('a key that the service rejects ends the upload immediately', async () => {
  house = await startHouse({ mode: 'http' });
  const offer = await dropZip(house, await goodZip());
  const form = await openForm(house, offer);
  house.service.faults.add({ match: {}, fault: { kind: 'status', status: 401, body: { detail: 'No.' } } });
  await ana().submit(form, WORDS);
  const failed = await saying(house, offer, 'was not uploaded');
  expect(failed.text).toContain("The voice service rejected the bot's API key");
});

describe('Slack', () => {
  test.each([
    ['a status', { status: 500 }],
    ['a cut connection', 'reset'],
  ] as const)('fails with %s while the file is fetched: it is fetched again', async (_name, fault) => {
    house = await startHouse({ mode: 'http', uploadTimes: quickly });
    const { slack } = house;
    const offer = await dropZip(house, await goodZip());
    const form = await openForm(house, offer);
    slack.faults.add({ method: 'file', times: 1, fault });
    await ana().submit(form, WORDS);
    await saying(house, offer, 'Tides uploaded by');
  });

  test('is down when the result is due: it is sent later', async () => {
    house = await startHouse({ mode: 'http', uploadTimes: quickly });
    const { slack } = house;
    const offer = await dropZip(house, await goodZip());
    const form = await openForm(house, offer);
    slack.faults.add({ method: 'chat.update', times: 4, fault: { error: 'internal_error' } });
    await ana().submit(form, WORDS);
    await saying(house, offer, 'Tides uploaded by');
    expect(sent()).toHaveLength(1);
  });
});

describe('Cancel', () => {
  test('while it has not been sent: it is not sent', async () => {
    house = await startHouse({ mode: 'http', uploadTimes: quickly });
    const { service, slack } = house;
    const offer = await dropZip(house, await goodZip());
    const form = await openForm(house, offer);
    service.faults.add({ match: {}, fault: { kind: 'reset' } });
    await ana().submit(form, WORDS);
    const waiting = await saying(house, offer, 'Still uploading Tides');
    await slack.as(slack.people.ben).click(waiting, { text: 'Cancel' });
    const cancelled = await saying(house, offer, 'Upload of Tides canceled by');
    expect(cancelled.text).not.toContain('may have been uploaded');
    service.faults.clear();
    expect(sent()).toEqual([]);
  });

  test('of an upload that has ended says so, and changes nothing', async () => {
    house = await startHouse({ mode: 'http', uploadTimes: quickly });
    const { service, slack } = house;
    const offer = await dropZip(house, await goodZip());
    const form = await openForm(house, offer);
    service.faults.add({ match: {}, fault: { kind: 'reset' } });
    await ana().submit(form, WORDS);
    const waiting = await saying(house, offer, 'Still uploading Tides');
    service.faults.clear();
    await saying(house, offer, 'Tides uploaded by');
    await ana().click(waiting, { text: 'Cancel' });
    await slack.nextMessage(({ text }) => text.includes('already finished'));
    expect(await onAccount('Tides')).toBe(1);
  });
});

test('uploads over the parallel limit wait, see their place, and are all uploaded', async () => {
  house = await startHouse({ mode: 'http', uploads: { atOnce: 1 } });
  const slow = await startSlowService(house);
  const bot = await replaceBot(house, { service: slow.client });
  const letGo = slow.hold(/add-capability/);
  const places: { name: string; offer: Message }[] = [];
  for (const name of ['Ebb', 'Flood', 'Slack water']) {
    places.push({ name, offer: await startUpload(house, await goodZip(), { name: `${name}.zip` }) });
  }
  const [, next, last] = places;
  if (!next || !last) throw new Error('three uploads should have been started');
  await saying(house, next.offer, 'next in the queue');
  await saying(house, last.offer, '1 upload ahead');
  letGo();
  for (const { name, offer } of places) await saying(house, offer, `${name} uploaded by`);
  await bot.stop();
  await slow.close();
});
