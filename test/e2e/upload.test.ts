import { readdir } from 'node:fs/promises';
import { afterEach, describe, expect, test } from 'vitest';
import type { Message, View } from '../../src/playground/local-slack/local-slack.ts';
import { otherCaller } from './reading.ts';
import { type House, startHouse } from './start-house.ts';
import { bigZip, flatZip, goodZip } from './zips.ts';

let house: House;
afterEach(async () => {
  // Whatever happened: nothing stays behind in the spool.
  const left = (await readdir(house.config.uploads.spoolDir)).filter((name) => name.startsWith('abilities-bot-'));
  await house.close();
  expect(left).toEqual([]);
});

const WORDS = { Description: 'Tells the tides.', trigger_words: 'when is high tide\nhow is the tide' };

/** Ana drops a zip and presses the button: the offer and the form. */
async function drop(bytes: Buffer, name = 'tides.zip'): Promise<{ offer: Message; form: View }> {
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  const { messageTs } = await ana.drop(slack.channels.ops, [{ name, bytes }]);
  const offer = await slack.nextMessage(({ text, threadTs }) => threadTs === messageTs && text.includes('can become'));
  await ana.click(offer, { text: 'Upload as an Ability…' });
  return { offer, form: await slack.nextView(({ title }) => title === 'Upload an Ability') };
}

const result = (offer: Message, words: string) =>
  house.slack.nextMessage(({ text, ts }) => ts === offer.ts && text.includes(words));

describe.each(['socket', 'http'] as const)('over %s', (mode) => {
  test('a dropped zip becomes an Ability, told in the thread of the share', async () => {
    house = await startHouse({ mode });
    const { slack } = house;
    const { offer, form } = await drop(await goodZip());
    await slack.as(slack.people.ana).submit(form, WORDS);
    const done = await result(offer, 'Tides is uploaded');
    const uploaded = (await otherCaller(house).listAbilities()).find(({ name }) => name === 'Tides');
    expect(done.text).toContain(`ID ${uploaded?.id}`);
    expect(uploaded).toMatchObject({
      category: 'skill',
      description: 'Tells the tides.',
      triggerWords: ['when is high tide', 'how is the tide'],
    });
  });

  test('/abilities upload takes the file in the form and tells the result directly', async () => {
    house = await startHouse({ mode });
    const { slack } = house;
    const ben = slack.as(slack.people.ben);
    await ben.command('upload');
    const form = await slack.nextView(({ title }) => title === 'Upload an Ability');
    await ben.submit(form, { ...WORDS, Name: 'Tides', Package: { name: 'tides.zip', bytes: await goodZip() } });
    const direct = await slack.directMessage(slack.people.ben);
    await slack.nextMessage(({ channelId, text }) => channelId === direct.id && text.includes('Tides is uploaded'));
  });
});

test('an icon goes with the package', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const { offer, form } = await drop(await goodZip());
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  await slack.as(slack.people.ana).submit(form, { ...WORDS, icon: { name: 'tides.png', bytes: png } });
  await result(offer, 'Tides is uploaded');
});

test('a share that is not a zip is left alone', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  await ana.drop(slack.channels.ops, [{ name: 'notes.txt', bytes: Buffer.from('hello') }]);
  // The offer of a zip that came later shows that the bot is through with what came before.
  await ana.drop(slack.channels.ops, [{ name: 'tides.zip', bytes: await goodZip() }]);
  const offer = await slack.nextMessage(({ text }) => text.includes('tides.zip'));
  expect(slack.transcript.messages.filter(({ userId }) => userId === slack.botUserId)).toEqual([offer]);
});

test('a redelivered share is answered once', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  const shared = await ana.drop(slack.channels.ops, [{ name: 'tides.zip', bytes: await goodZip() }]);
  const [delivery] = shared.deliveries;
  if (!delivery) throw new Error('the share should have been delivered');
  await slack.nextMessage(({ text }) => text.includes('tides.zip'));
  expect(await slack.redeliver(delivery)).toMatchObject({ acked: true });
  await ana.drop(slack.channels.ops, [{ name: 'waves.zip', bytes: await goodZip() }]);
  await slack.nextMessage(({ text }) => text.includes('waves.zip'));
  const offers = slack.transcript.messages.filter(({ text }) => text.includes('can become'));
  expect(offers.map(({ threadTs }) => threadTs === shared.messageTs)).toEqual([true, false]);
});

test('Not now leaves the zip alone and says who said so', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  await ana.drop(slack.channels.ops, [{ name: 'tides.zip', bytes: await goodZip() }]);
  const offer = await slack.nextMessage(({ text }) => text.includes('can become'));
  await ana.click(offer, { text: 'Not now' });
  await result(offer, 'was left alone by');
});

test('a taken name is told at its field, and what was filled in stays', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const { offer, form } = await drop(await goodZip(), 'weather.zip');
  const ana = slack.as(slack.people.ana);
  const refused = await ana.submit(form, WORDS);
  expect(refused.body).toMatchObject({ errors: { name: expect.stringContaining('Weather exists already') } });
  await ana.submit(form, { Name: 'Tides' });
  await result(offer, 'Tides is uploaded');
});

test('two people who fill in the form of one drop: the second is told directly', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const { offer, form } = await drop(await goodZip());
  const ben = slack.as(slack.people.ben);
  await ben.click(offer, { text: 'Upload as an Ability…' });
  const bens = await slack.nextView(({ id }) => id !== form.id);
  await slack.as(slack.people.ana).submit(form, WORDS);
  await result(offer, 'Tides is uploaded');
  await ben.submit(bens, { ...WORDS, Name: 'Tides of ben' });
  const direct = await slack.directMessage(slack.people.ben);
  await slack.nextMessage(
    ({ channelId, text }) => channelId === direct.id && text.includes('Tides of ben is uploaded'),
  );
  expect(slack.transcript.findMessage(offer)?.text).toContain('Tides is uploaded');
});

test('a name that was taken meanwhile is told by the service, and Try again brings back what was filled in', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack, service } = house;
  const { offer, form } = await drop(await goodZip());
  service.faults.add({
    match: { method: 'POST', path: /add-capability/ },
    times: 1,
    fault: { kind: 'status', status: 400, body: { detail: 'Ability with same name already exists' } },
  });
  const ana = slack.as(slack.people.ana);
  await ana.submit(form, WORDS);
  const failed = await result(offer, 'was not uploaded');
  expect(failed.text).toContain('Nothing changed');
  await ana.click(failed, { text: 'Try again…' });
  const again = await slack.nextView(({ id }) => id !== form.id);
  await ana.submit(again, { Name: 'Tides two' });
  await result(offer, 'Tides two is uploaded');
});

test('what the service says about the package reaches the person', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const { offer, form } = await drop(await flatZip());
  await slack.as(slack.people.ana).submit(form, WORDS);
  const failed = await result(offer, 'was not uploaded');
  expect(failed.text).toContain('Expected a single top-level directory in ability zipfile');
});

test('an upload that the service took but answered with 500 is found in the list and told as done', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack, service } = house;
  const { offer, form } = await drop(await goodZip());
  service.faults.add({
    match: { method: 'POST', path: /add-capability/ },
    times: 1,
    afterEffect: true,
    fault: { kind: 'status', status: 500 },
  });
  await slack.as(slack.people.ana).submit(form, WORDS);
  await result(offer, 'Tides is uploaded');
  expect(service.requests.filter(({ path }) => path.includes('add-capability'))).toHaveLength(1);
});

test('a text file named zip is no zip', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack, service } = house;
  const { offer, form } = await drop(Buffer.from('hello, not a zip'));
  await slack.as(slack.people.ana).submit(form, WORDS);
  const failed = await result(offer, 'was not uploaded');
  expect(failed.text).toContain(
    'The file is not a zip that can be read. Pack your folder anew and drop the new zip. Nothing changed on the account.',
  );
  expect(service.requests.some(({ path }) => path.includes('add-capability'))).toBe(false);
});

test('a zip over the limit is told at once, without a button', async () => {
  house = await startHouse({ mode: 'http', uploads: { maxBytes: 1000 } });
  const { slack } = house;
  await slack.as(slack.people.ana).drop(slack.channels.ops, [{ name: 'big.zip', bytes: await bigZip(5000) }]);
  const told = await slack.nextMessage(({ text }) => text.includes('too large'));
  expect(told.blocks.map(({ type }) => type)).toEqual(['section']);
});

test.each([
  ['a status', { status: 500 }, 'Slack did not give the file (status 500)'],
  ['a cut connection', 'reset', 'The file could not be fetched from Slack'],
] as const)('a download that fails with %s', async (_name, fault, words) => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const { offer, form } = await drop(await goodZip());
  slack.faults.add({ method: 'file', fault });
  await slack.as(slack.people.ana).submit(form, WORDS);
  expect((await result(offer, 'was not uploaded')).text).toContain(words);
});

test('a service that is away is told with a way to try again', async () => {
  house = await startHouse({ mode: 'http', serviceTimeoutMs: 300 });
  const { slack, service } = house;
  const { offer, form } = await drop(await goodZip());
  service.faults.add({ match: {}, fault: { kind: 'reset' } });
  await slack.as(slack.people.ana).submit(form, WORDS);
  const failed = await result(offer, 'was not uploaded');
  expect(failed.text).toContain('The service cannot be reached. Nothing changed.');
});
