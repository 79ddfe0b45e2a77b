import type { ChannelRef, View } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, expect, test } from 'vitest';
import { sentPackage } from './sent-package.ts';
import { type House, startHouse } from './start-house.ts';
import { WORDS } from './upload-job.ts';
import { goodZip, zipOf } from './zips.ts';

let house: House;
afterEach(() => house.close());

const ana = () => house.slack.as(house.slack.people.ana);
const zip = async (name: string) => ({ name, bytes: await goodZip() });
const source = { name: 'main.py', bytes: Buffer.from('def run(u):\n    return "high"\n') };

interface Given {
  channel?: (channels: House['slack']['channels']) => ChannelRef;
  slackConnect?: boolean;
}

/** A message of Ana's with these files, and the shortcut on it. @returns the message. */
async function choose(files: { name: string; bytes: Buffer }[], given: Given = {}) {
  const { slack } = house;
  const channel = given.channel?.(slack.channels) ?? slack.channels.lounge;
  const { messageTs: ts } =
    files.length > 0
      ? await ana().drop(channel, files, '', { slackConnect: given.slackConnect ?? false })
      : { messageTs: (await ana().say(channel, 'no files here')).messageTs };
  const message = await slack.nextMessage((one) => one.ts === ts);
  await ana().messageShortcut('upload-as-ability', message);
  return message;
}

const viewSaying = (words: string): Promise<View> => house.slack.nextView((view) => renderText(view).includes(words));
const form = () => house.slack.nextView(({ callbackId }) => callbackId === 'upload');
const saying = (words: string) => house.slack.nextMessage(({ text }) => text.includes(words));

test('one zip: the form opens immediately, and progress is posted in the thread of the message', async () => {
  house = await startHouse({ mode: 'http' });
  const message = await choose([await zip('tides.zip')], { channel: ({ ops }) => ops });
  const opened = await form();
  expect(renderText(opened)).toMatch(/`tides\.zip` · 3 files, \d+ bytes/);
  await ana().submit(opened, WORDS);
  expect(await saying('Tides uploaded by')).toMatchObject({ threadTs: message.ts, channelId: message.channelId });
});

test('in a channel where the bot is not: it says why it cannot read the file, and what to do', async () => {
  house = await startHouse({ mode: 'http' });
  const message = await choose([await zip('tides.zip')]);
  const told = renderText(await viewSaying("can't be uploaded"));
  expect(told).toContain("Slack didn't return tides.zip (file_not_found).");
  expect(told).toContain('Invite me to that channel with /invite @abilities');
  await ana().invite(house.slack.channels.lounge);
  await ana().messageShortcut('upload-as-ability', message);
  await ana().submit(await form(), WORDS);
  expect(await saying('Tides uploaded by')).toMatchObject({ threadTs: message.ts });
});

test('loose sources are packed as in a drop', async () => {
  house = await startHouse({ mode: 'http' });
  await choose([source, { name: 'a.csv', bytes: Buffer.from('1') }], { channel: ({ ops }) => ops });
  await ana().submit(await form(), { ...WORDS, Name: 'Tides' });
  await saying('Tides uploaded by');
  expect(await sentPackage(house, 'Tides')).toEqual(['__init__.py', 'a.csv', 'main.py']);
});

test('several zips: each is offered, and its form opens over the offers', async () => {
  house = await startHouse({ mode: 'http' });
  const message = await choose([await zip('tides.zip'), await zip('waves.zip')], { channel: ({ ops }) => ops });
  const offered = await viewSaying('This message has 2 zips');
  await ana().click(offered, { text: 'Upload waves.zip' });
  await ana().submit(await form(), WORDS);
  expect(await saying('Waves uploaded by')).toMatchObject({ threadTs: message.ts });
});

test.each([
  ['no files', [], 'This message has no files.'],
  [
    'an image and a text',
    [
      { name: 'a.png', bytes: Buffer.from('x') },
      { name: 'a.txt', bytes: Buffer.from('x') },
    ],
    "None of this message's files can be uploaded as an Ability.",
  ],
  ['sources of one name', [source, { ...source, name: 'Main.py' }], 'two of them are called “Main.py”'],
])('%s: it says so, and what can be', async (_what, files, words) => {
  house = await startHouse({ mode: 'http' });
  await choose(files, { channel: ({ ops }) => ops });
  await viewSaying(words);
});

test('files of another organization, whose names the message does not tell', async () => {
  house = await startHouse({ mode: 'http' });
  await choose([await zip('tides.zip')], { channel: ({ ops }) => ops, slackConnect: true });
  expect(renderText(await form())).toContain('`tides.zip`');
});

test('a zip that is refused: the form says why', async () => {
  house = await startHouse({ mode: 'http' });
  await choose([{ name: 'junk.zip', bytes: await zipOf({ '__MACOSX/._a': 'x', '.DS_Store': 'y' }) }], {
    channel: ({ ops }) => ops,
  });
  expect(renderText(await viewSaying("can't be uploaded"))).toContain(
    'the zip contains nothing that an Ability needs.',
  );
});
