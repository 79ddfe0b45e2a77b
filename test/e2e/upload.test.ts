import { readdir } from 'node:fs/promises';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, expect, test } from 'vitest';
import { otherCaller } from './reading.ts';
import { type House, startHouse } from './start-house.ts';
import { dropZip, openForm, saying, startUpload, WORDS } from './upload-job.ts';
import { bigZip, goodZip } from './zips.ts';

let house: House;
afterEach(async () => {
  await house.bot.stop();
  // In every case the spool must be empty afterwards.
  const left = await readdir(house.config.uploads.spoolDir);
  await house.close();
  expect(left).toEqual([]);
});

const ana = () => house.slack.as(house.slack.people.ana);
const sent = () => house.service.requests.filter(({ path }) => path.includes('add-capability'));

test('a dropped zip becomes an Ability, told in the thread of the share', async () => {
  house = await startHouse({ mode: 'http' });
  const message = await startUpload(house, await goodZip());
  const done = await saying(house, message, 'Tides uploaded by');
  const uploaded = (await otherCaller(house).listAbilities()).find(({ name }) => name === 'Tides');
  expect(done.text).toMatch(/^✓ Tides uploaded by <@\w+>\. Not installed yet\.$/);
  await ana().click(done, { text: 'Upload details' });
  const details = await house.slack.nextView((view) => renderText(view).includes('SHA-256'));
  expect(renderText(details)).toContain(`Ability ID ${uploaded?.id}`);
  expect(renderText(details)).toContain('`tides/main.py` 30 bytes');
  expect(uploaded).toMatchObject({
    category: 'skill',
    description: 'Tells the tides.',
    triggerWords: ['when is high tide', 'how is the tide'],
  });
});

test('/abilities upload takes the file in the form, shows what is inside, and sends it when that was seen', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const ben = slack.as(slack.people.ben);
  await ben.command('upload');
  const form = await slack.nextView(({ callbackId }) => callbackId === 'upload');
  await ben.submit(form, { ...WORDS, Name: 'Tides', Zip: { name: 'tides.zip', bytes: await goodZip() } });
  const direct = await slack.directMessage(slack.people.ben);
  const question = await slack.nextMessage(
    ({ channelId, text }) => channelId === direct.id && text.includes('Upload Tides?'),
  );
  expect(question.text).toMatch(/`tides\.zip` · 3 files, \d+ bytes\. Expires /);
  expect(sent()).toEqual([]);
  await ben.click(question, { text: 'Upload' });
  await saying(house, question, 'Tides uploaded by');
});

test('an icon goes with the package', async () => {
  house = await startHouse({ mode: 'http' });
  const offer = await dropZip(house, await goodZip());
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  await ana().submit(await openForm(house, offer), { ...WORDS, icon: { name: 'tides.png', bytes: png } });
  await saying(house, offer, 'Tides uploaded by');
});

test('a share that is not a zip is left alone', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  await ana().drop(slack.channels.ops, [{ name: 'notes.txt', bytes: Buffer.from('hello') }]);
  // Once a later zip is offered, everything before it has been processed.
  const offer = await dropZip(house, await goodZip());
  expect(slack.transcript.messages.filter(({ userId }) => userId === slack.botUserId)).toEqual([offer]);
});

test('a redelivered share is answered once', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const shared = await ana().drop(slack.channels.ops, [{ name: 'tides.zip', bytes: await goodZip() }]);
  const [delivery] = shared.deliveries;
  if (!delivery) throw new Error('the share should have been delivered');
  await slack.nextMessage(({ text }) => text.includes('tides.zip'));
  expect(await slack.redeliver(delivery)).toMatchObject({ acked: true });
  await dropZip(house, await goodZip(), 'waves.zip');
  const offers = slack.transcript.messages.filter(({ text }) => text.includes('as an Ability?'));
  expect(offers.map(({ threadTs }) => threadTs === shared.messageTs)).toEqual([true, false]);
});

test('Skip says who skipped it', async () => {
  house = await startHouse({ mode: 'http' });
  const offer = await dropZip(house, await goodZip());
  await ana().click(offer, { text: 'Skip' });
  await saying(house, offer, 'skipped by');
});

test('two people who fill in the form of one drop: the second gets a direct message', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const offer = await dropZip(house, await goodZip());
  const form = await openForm(house, offer);
  const bens = await openForm(house, offer, { by: slack.people.ben });
  await ana().submit(form, WORDS);
  await saying(house, offer, 'Tides uploaded by');
  await slack.as(slack.people.ben).submit(bens, { ...WORDS, Name: 'Tides of ben' });
  const direct = await slack.directMessage(slack.people.ben);
  await slack.nextMessage(
    ({ channelId, text }) => channelId === direct.id && text.includes('Tides of ben uploaded by'),
  );
  expect(slack.transcript.findMessage(offer)?.text).toContain('Tides uploaded by');
});

test('a zip over the limit is reported immediately, without a button', async () => {
  house = await startHouse({ mode: 'http', uploads: { maxBytes: 1000 } });
  const { slack } = house;
  await ana().drop(slack.channels.ops, [{ name: 'big.zip', bytes: await bigZip(5000) }]);
  const told = await slack.nextMessage(({ text }) => text.includes('the limit is 1 kB'));
  expect(told.blocks.map(({ type }) => type)).toEqual(['section']);
});

test('files on their way take no more room than they may', async () => {
  house = await startHouse({ mode: 'http', uploads: { spoolMaxBytes: 100 } });
  const { slack } = house;
  const offer = await dropZip(house, await goodZip());
  await ana().click(offer, { text: 'Upload…' });
  await slack.nextView((view) => renderText(view).includes('I have no room for more files right now'));
});
