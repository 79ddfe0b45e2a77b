import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, expect, test } from 'vitest';
import { sentPackage } from './sent-package.ts';
import { type House, startHouse } from './start-house.ts';
import { dropZip, openForm, saying, WORDS } from './upload-job.ts';
import { goodZip, zipOf } from './zips.ts';

let house: House;
afterEach(async () => {
  await house.bot.stop();
  await house.close();
});

const nestedZip = () => zipOf({ 'repo-main/tides/main.py': 'x = 1\n', 'repo-main/tides/__init__.py': '' });
const zipInZip = async () => zipOf({ 'tides.zip': await goodZip() });

test.each([
  ['a folder', nestedZip, 'Move the inner folder to the top', ['__init__.py', 'main.py']],
  ['a zip', zipInZip, 'Upload the inner zip', ['README.md', '__init__.py', 'main.py']],
])('the form offers to lift the Ability out of %s, selected in advance', async (_what, zip, option, files) => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const offer = await dropZip(house, await zip());
  const form = await openForm(house, offer);
  expect(renderText(form)).toContain(option);
  expect(renderText(form)).toContain(`${files.length} files, `);
  await slack.as(slack.people.ana).submit(form, WORDS);
  await saying(house, offer, 'Tides uploaded by');
  expect(await sentPackage(house, 'Tides')).toEqual(files);
});

test.each([
  ['a folder', nestedZip, ['__init__.py', 'main.py']],
  ['a zip', zipInZip, ['README.md', '__init__.py', 'main.py']],
])('Upload after /abilities upload lifts it out of %s', async (_what, zip, files) => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const ben = slack.as(slack.people.ben);
  await ben.command('upload');
  const form = await slack.nextView(({ callbackId }) => callbackId === 'upload');
  await ben.submit(form, { ...WORDS, Name: 'Tides', Package: { name: 'tides.zip', bytes: await zip() } });
  const direct = await slack.directMessage(slack.people.ben);
  const question = await slack.nextMessage(
    ({ channelId, text }) => channelId === direct.id && text.startsWith('Upload Tides?'),
  );
  await ben.click(question, { text: 'Upload' });
  await saying(house, question, 'Tides uploaded by');
  expect(await sentPackage(house, 'Tides')).toEqual(files);
});
