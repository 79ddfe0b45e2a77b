import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, expect, test } from 'vitest';
import { sentPackage } from './sent-package.ts';
import { type House, startHouse } from './start-house.ts';
import { dropZip, openForm, saying, WORDS } from './upload-job.ts';
import { goodZip, zipOf } from './zips.ts';

const REPOSITORY = {
  'repo-main/README.md': '# Sea',
  'repo-main/night-tides/main.py': 'x = 1\n',
  'repo-main/night-tides/__init__.py': '',
  'repo-main/waves/main.py': 'x = 2\n',
  'repo-main/waves/__init__.py': '',
};

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
  await ben.submit(form, { ...WORDS, Name: 'Tides', Zip: { name: 'tides.zip', bytes: await zip() } });
  const direct = await slack.directMessage(slack.people.ben);
  const question = await slack.nextMessage(
    ({ channelId, text }) => channelId === direct.id && text.startsWith('Upload Tides?'),
  );
  await ben.click(question, { text: 'Upload' });
  await saying(house, question, 'Tides uploaded by');
  expect(await sentPackage(house, 'Tides')).toEqual(files);
});

test('a repository with several Abilities: each is offered, in the thread and by the shortcut', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const offer = await dropZip(house, await zipOf(REPOSITORY), 'repo-main.zip');
  expect(offer.text).toBe('Upload `repo-main/night-tides/` in `repo-main.zip` as an Ability?');
  const { threadTs } = offer;
  const waves = await slack.nextMessage((one) => one.threadTs === threadTs && one.text.includes('/waves/'));
  const form = await openForm(house, waves);
  expect(renderText(form)).toContain('`repo-main/waves/` in `repo-main.zip` · 2 files, ');
  await slack.as(slack.people.ana).submit(form, WORDS);
  await saying(house, waves, 'Waves uploaded by');
  expect(await sentPackage(house, 'Waves')).toEqual(['__init__.py', 'main.py']);

  const share = await slack.nextMessage(({ ts }) => ts === threadTs);
  await slack.as(slack.people.ana).messageShortcut('upload-as-ability', share);
  const choice = await slack.nextView((view) => renderText(view).includes('has 2 Abilities'));
  const after = slack.transcript.revision;
  await slack.as(slack.people.ana).click(choice, { text: 'Upload…' });
  const chosen = await slack.nextView(({ callbackId }) => callbackId === 'upload', { after });
  await slack.as(slack.people.ana).submit(chosen, WORDS);
  await slack.nextMessage(({ text }) => text.includes('Night tides uploaded by'));
});

test('a repository with one Ability: only its folder is offered, and what stays behind is listed', async () => {
  house = await startHouse({ mode: 'http' });
  const { 'repo-main/waves/main.py': _, ...files } = REPOSITORY;
  const offer = await dropZip(house, await zipOf(files), 'repo-main.zip');
  expect(offer.text).toBe(
    "Upload `repo-main.zip` as an Ability? I'll upload only `repo-main/night-tides/`. Not uploaded: “repo-main/README.md”, “repo-main/waves/”.",
  );
  const form = await openForm(house, offer);
  expect(renderText(form)).toContain('Only `repo-main/night-tides/` is uploaded.');
  await house.slack.as(house.slack.people.ana).submit(form, { ...WORDS, Name: 'Night tides' });
  await saying(house, offer, 'Night tides uploaded by');
  expect(await sentPackage(house, 'Night tides')).toEqual(['__init__.py', 'main.py']);
});
