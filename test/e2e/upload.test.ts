import { readdir } from 'node:fs/promises';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { otherCaller } from './reading.ts';
import { sentPackage } from './sent-package.ts';
import { type House, startHouse } from './start-house.ts';
import { dropZip, openForm, saying, startUpload, WORDS } from './upload-job.ts';
import { bigZip, flatZip, goodZip, zipOf } from './zips.ts';

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

describe.each(['socket', 'http'] as const)('over %s', (mode) => {
  test('a dropped zip becomes an Ability, told in the thread of the share', async () => {
    house = await startHouse({ mode });
    const message = await startUpload(house, await goodZip());
    const done = await saying(house, message, 'Tides is uploaded');
    const uploaded = (await otherCaller(house).listAbilities()).find(({ name }) => name === 'Tides');
    expect(done.text).toContain(`ID ${uploaded?.id}`);
    expect(uploaded).toMatchObject({
      category: 'skill',
      description: 'Tells the tides.',
      triggerWords: ['when is high tide', 'how is the tide'],
    });
  });

  test('/abilities upload takes the file in the form, shows what is inside, and sends it when that was seen', async () => {
    house = await startHouse({ mode });
    const { slack } = house;
    const ben = slack.as(slack.people.ben);
    await ben.command('upload');
    const form = await slack.nextView(({ callbackId }) => callbackId === 'upload');
    await ben.submit(form, { ...WORDS, Name: 'Tides', Package: { name: 'tides.zip', bytes: await goodZip() } });
    const direct = await slack.directMessage(slack.people.ben);
    const question = await slack.nextMessage(
      ({ channelId, text }) => channelId === direct.id && text.includes('This is inside'),
    );
    expect(renderText(question)).toContain('tides/main.py');
    expect(renderText(question)).toMatch(/SHA-256 `[0-9a-f]{64}`/);
    expect(sent()).toEqual([]);
    await ben.click(question, { text: 'Upload' });
    await saying(house, question, 'Tides is uploaded');
  });
});

test('an icon goes with the package', async () => {
  house = await startHouse({ mode: 'http' });
  const offer = await dropZip(house, await goodZip());
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  await ana().submit(await openForm(house, offer), { ...WORDS, icon: { name: 'tides.png', bytes: png } });
  await saying(house, offer, 'Tides is uploaded');
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
  const offers = slack.transcript.messages.filter(({ text }) => text.includes('can become'));
  expect(offers.map(({ threadTs }) => threadTs === shared.messageTs)).toEqual([true, false]);
});

test('Not now leaves the zip alone and says who said so', async () => {
  house = await startHouse({ mode: 'http' });
  const offer = await dropZip(house, await goodZip());
  await ana().click(offer, { text: 'Not now' });
  await saying(house, offer, 'was left alone by');
});

test('two people who fill in the form of one drop: the second is told directly', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const offer = await dropZip(house, await goodZip());
  const form = await openForm(house, offer);
  const bens = await openForm(house, offer, { by: slack.people.ben });
  await ana().submit(form, WORDS);
  await saying(house, offer, 'Tides is uploaded');
  await slack.as(slack.people.ben).submit(bens, { ...WORDS, Name: 'Tides of ben' });
  const direct = await slack.directMessage(slack.people.ben);
  await slack.nextMessage(
    ({ channelId, text }) => channelId === direct.id && text.includes('Tides of ben is uploaded'),
  );
  expect(slack.transcript.findMessage(offer)?.text).toContain('Tides is uploaded');
});

describe('what is inside', () => {
  test('stands in the form before anything is filled in', async () => {
    house = await startHouse({ mode: 'http' });
    const form = await openForm(house, await dropZip(house, await goodZip()));
    expect(renderText(form)).toContain('`tides/main.py` 30 bytes');
    expect(renderText(form)).toMatch(/3 files, \d+ bytes unpacked/);
    expect(renderText(form)).toMatch(/SHA-256 `[0-9a-f]{64}`/);
  });

  test('a flat zip is put into a folder, unless the person says otherwise', async () => {
    house = await startHouse({ mode: 'http' });
    const message = await startUpload(house, await flatZip(), { values: { Name: 'Tides' } });
    await saying(house, message, 'Tides is uploaded');
  });

  test('a flat zip that is sent as it is: what the service says reaches the person, and Try again brings it all back', async () => {
    house = await startHouse({ mode: 'http' });
    const offer = await dropZip(house, await flatZip());
    await ana().submit(await openForm(house, offer), { ...WORDS, wrap: [] });
    const failed = await saying(house, offer, 'was not uploaded');
    expect(failed.text).toContain('Expected a single top-level directory in ability zipfile');
    expect(failed.text).toContain('Nothing changed on the account.');
    await ana().submit(await openForm(house, failed, { label: 'Try again…' }), {});
    await saying(house, offer, 'Tides is uploaded');
  });

  test('a warning is shown, and the person decides', async () => {
    house = await startHouse({ mode: 'http' });
    const zip = await zipOf({
      'tides/main.py': '',
      'tides/__init__.py': '',
      'tides/tokens.json': '{"token":"made-up"}',
    });
    const offer = await dropZip(house, zip);
    const form = await openForm(house, offer);
    expect(renderText(form)).toContain('Look at this before you upload');
    expect(renderText(form)).toContain('tides/tokens.json');
    await ana().submit(form, WORDS);
    await saying(house, offer, 'Tides is uploaded');
  });

  test.each([
    ['in one folder', 'tides/', ['__init__.py', 'main.py']],
    ['flat', '', ['__init__.py', 'main.py']],
  ])('what the Mac and Python leave behind is shown as left out, and is not sent: %s', async (_how, root, files) => {
    house = await startHouse({ mode: 'http' });
    const zip = await zipOf({
      ...{ [`${root}main.py`]: '', [`${root}__init__.py`]: '', [`${root}.env`]: 'TOKEN=made-up' },
      ...{ [`__MACOSX/${root}._main.py`]: 'x', [`${root}__pycache__/main.pyc`]: 'x' },
    });
    const offer = await dropZip(house, zip);
    const form = await openForm(house, offer);
    expect(renderText(form)).toContain('2 files, 0 bytes unpacked');
    expect(renderText(form)).toMatch(/Left out: .*MACOSX\//);
    await ana().submit(form, WORDS);
    expect(renderText(await saying(house, offer, 'Tides is uploaded'))).toMatch(/Left out: .*MACOSX\//);
    expect(await sentPackage(house, 'Tides')).toEqual(files);
  });

  test.each([
    ['a text file named zip', Buffer.from('hello, not a zip'), 'zip'],
    ['a web page', Buffer.from('<!doctype html><title>Log in</title>'), 'a web page'],
    ['an empty file', Buffer.alloc(0), 'empty'],
  ])('%s is refused in place of the form, and nothing is sent', async (_what, bytes, words) => {
    house = await startHouse({ mode: 'http' });
    const { slack } = house;
    const offer = await dropZip(house, bytes);
    await ana().click(offer, { text: 'Upload as an Ability…' });
    const told = await slack.nextView((view) => renderText(view).includes('was not uploaded'));
    expect(renderText(told)).toContain(words);
    expect(renderText(told)).toContain('Nothing changed on the account.');
    expect(sent()).toEqual([]);
  });
});

test('a zip over the limit is told at once, without a button', async () => {
  house = await startHouse({ mode: 'http', uploads: { maxBytes: 1000 } });
  const { slack } = house;
  await ana().drop(slack.channels.ops, [{ name: 'big.zip', bytes: await bigZip(5000) }]);
  const told = await slack.nextMessage(({ text }) => text.includes('larger than the limit'));
  expect(told.blocks.map(({ type }) => type)).toEqual(['section']);
});

test('files on their way take no more room than they may', async () => {
  house = await startHouse({ mode: 'http', uploads: { spoolMaxBytes: 100 } });
  const { slack } = house;
  const offer = await dropZip(house, await goodZip());
  await ana().click(offer, { text: 'Upload as an Ability…' });
  await slack.nextView((view) => renderText(view).includes('room for files of uploads is used up'));
});
