import { readdir } from 'node:fs/promises';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { installedRow, otherCaller } from './reading.ts';
import { sentPackage } from './sent-package.ts';
import { type House, startHouse } from './start-house.ts';
import { dropZip, openForm, saying, startUpload, WORDS } from './upload-job.ts';
import { hear } from './watched-house.ts';
import { flatZip, goodZip, zipOf } from './zips.ts';

// One for all: each upload has a name of its own.
let house: House;
beforeAll(async () => {
  house = await startHouse({ mode: 'http' });
});
afterEach(async () => {
  const modal = ana().modal();
  if (modal) await ana().closeView(modal, { all: true });
});
afterAll(async () => {
  await house.bot.stop();
  const left = await readdir(house.config.uploads.spoolDir);
  await house.close();
  expect(left).toEqual([]);
});

const ana = () => house.slack.as(house.slack.people.ana);

test('what is inside is shown in the form before anything is filled in', async () => {
  const form = await openForm(house, await dropZip(house, await goodZip()));
  expect(renderText(form)).toMatch(/`tides\.zip` · 3 files, \d+ bytes/);
});

test('what is inside is compared with the trigger words of others, which blocks nothing', async () => {
  const [word] = (await installedRow(house, 'Weather')).triggerWords;
  const config = JSON.stringify({ unique_name: 'rain', matching_hotwords: [word, 'is it wet'] });
  const zip = await zipOf({ 'rain/main.py': 'def run(u):\n    return "wet"\n', 'rain/config.json': config });
  const offer = await dropZip(house, zip, 'rain.zip');
  const form = await openForm(house, offer);
  expect(renderText(form)).toContain(`“${word}” is also a trigger word of *Weather*`);
  await ana().submit(form, { Description: 'Tells the rain.' });
  await saying(house, offer, 'Rain uploaded by');
});

test('what is inside fills in the form, so that it can be submitted as it is', async () => {
  const zip = await zipOf({
    'rain/main.py': 'def run(u):\n    return "wet"\n',
    'rain/__init__.py': '',
    'rain/README.md': '# Rain\n\nSays whether it **will rain**\ntoday.\n\n## More\n',
    'rain/config.json': '{"matching_hotwords": ["will it rain"], "unique_name": "x"}',
  });
  const offer = await dropZip(house, zip, 'will-it-rain.zip');
  await ana().submit(await openForm(house, offer), {});
  await saying(house, offer, 'Will it rain uploaded by');
  expect((await otherCaller(house).listAbilities()).find(({ name }) => name === 'Will it rain')).toMatchObject({
    category: 'skill',
    description: 'Says whether it will rain today.',
    triggerWords: ['will it rain'],
  });
});

test('a flat zip is put into a folder, unless the person says otherwise', async () => {
  const message = await startUpload(house, await flatZip(), { values: { Name: 'Flat tides' } });
  await saying(house, message, 'Flat tides uploaded by');
});

test('a flat zip that is sent as it is: what the service says reaches the person, and Try again brings it all back', async () => {
  const offer = await dropZip(house, await flatZip());
  // Whether another test has sent the same code does not matter.
  expect(offer.text).toContain("I'll put the files into one folder. The form shows 1 warning.");
  await ana().submit(await openForm(house, offer), { ...WORDS, Name: 'Loose tides', wrap: [] });
  const failed = await saying(house, offer, 'was not uploaded');
  expect(failed.text).toContain('Expected a single top-level directory in ability zipfile');
  await ana().submit(await openForm(house, failed, { label: 'Try again…' }), {});
  await saying(house, offer, 'Loose tides uploaded by');
});

test('a warning is shown, and the person decides', async () => {
  const zip = await zipOf({
    'tides/main.py': '',
    'tides/__init__.py': '',
    'tides/tokens.json': '{"token":"made-up"}',
  });
  const offer = await dropZip(house, zip);
  const form = await openForm(house, offer);
  expect(renderText(form)).toContain('Warnings:');
  expect(renderText(form)).toContain('tides/tokens.json');
  await ana().submit(form, { ...WORDS, Name: 'Secret tides' });
  await saying(house, offer, 'Secret tides uploaded by');
});

test.each([
  ['in one folder', 'Boxed tides', 'tides/', ['__init__.py', 'main.py']],
  ['flat', 'Open tides', '', ['__init__.py', 'main.py']],
])('what the Mac and Python leave behind is shown, and is not sent: %s', async (_how, name, root, files) => {
  const zip = await zipOf({
    [`${root}main.py`]: '',
    [`${root}__init__.py`]: '',
    [`${root}.env`]: 'TOKEN=made-up',
    [`__MACOSX/${root}._main.py`]: 'x',
    [`${root}__pycache__/main.pyc`]: 'x',
  });
  const offer = await dropZip(house, zip);
  const form = await openForm(house, offer);
  expect(renderText(form)).toContain('2 files');
  expect(renderText(form)).toMatch(/Not uploaded: .*MACOSX\//);
  await ana().submit(form, { ...WORDS, Name: name });
  await saying(house, offer, `${name} uploaded by`);
  expect(await sentPackage(house, name)).toEqual(files);
});

test.each([
  ['a text file named zip', Buffer.from('hello, not a zip'), 'zip'],
  ['a web page', Buffer.from('<!doctype html><title>Log in</title>'), 'a web page'],
  ['an empty file', Buffer.alloc(0), 'empty'],
  ['one without main.py', () => zipOf({ 'tides/run.py': 'x' }), 'main.py is missing. Add it and upload the zip again.'],
  [
    'one with several folders',
    () => zipOf({ 'a/x.py': 'x', 'b/y.py': 'x' }),
    'the zip has 2 top-level folders (“a”, “b”), but none contains main.py.',
  ],
  ['a zip of junk', () => zipOf({ 'x.zip': 'x' }), 'main.py is missing'],
])('%s is refused instead of offered, without a button', async (_what, given, words) => {
  const { slack } = house;
  const bytes = typeof given === 'function' ? await given() : given;
  const direct = await slack.directMessage(slack.people.ana);
  const told = await hear(
    house,
    () => ana().drop(direct, [{ name: 'tides.zip', bytes }]),
    ({ text }) => text.startsWith("`tides.zip` can't be uploaded: "),
  );
  expect(told.text).toContain(words);
  expect(told.blocks.map(({ type }) => type)).toEqual(['section']);
});
