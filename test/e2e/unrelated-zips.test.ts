import type { Person } from '@abilities-bot/local-slack';
import { afterEach, expect, test } from 'vitest';
import { runSql } from '../store/run-sql.ts';
import { until } from '../until.ts';
import { type House, startHouse } from './start-house.ts';
import { goodZip, zipOf } from './zips.ts';

let house: House;
afterEach(() => house.close());

const ROBOT: Person = { id: 'U0LOCALROBOT', name: 'robot', kind: 'bot', channels: ['general', 'ops'] };

/** What the bot has said, privately or not. */
const said = () =>
  house.slack.transcript.messages
    .filter(({ userId }) => userId === house.slack.botUserId)
    .map(({ ephemeralFor, text, threadTs }) => ({
      text,
      isPrivate: Boolean(ephemeralFor),
      isInThread: Boolean(threadTs),
    }));

test('in a channel, only what looks like an Ability is answered for all to see', async () => {
  house = await startHouse({ mode: 'http', slack: { people: [ROBOT] } });
  const { slack } = house;
  const { ops } = slack.channels;
  const drop = async (person: Person, name: string, bytes: Buffer) => slack.as(person).drop(ops, [{ name, bytes }]);
  const told = (words: string) => slack.nextMessage(({ text }) => text.includes(words));
  const docs = await zipOf({ 'docs/a.md': 'x' });

  await drop(slack.people.ana, 'first.zip', docs);
  await told('first.zip');
  await drop(slack.people.ana, 'second.zip', docs);
  await drop(ROBOT, 'third.zip', await goodZip());
  await drop(slack.people.ana, 'broken.zip', (await goodZip()).subarray(0, -9));
  await told('broken.zip');
  await drop(slack.people.ana, 'tides.zip', await goodZip());
  await told('as an Ability?');
  const open = 'select event_id from drops where answered_at is null';
  await until(async () => (await runSql(house.config.store, open)).length === 0);

  expect(said()).toEqual([
    {
      text: "`first.zip` can't be uploaded: main.py is missing. Add it and upload the zip again. For the next 24 hours, I won't message you about zips like this in this channel, but `/abilities upload` always shows what's wrong.",
      isPrivate: true,
      isInThread: false,
    },
    {
      text: expect.stringMatching(/^`broken.zip` can't be uploaded. The zip is damaged/),
      isPrivate: false,
      isInThread: true,
    },
    { text: 'Upload `tides.zip` as an Ability?', isPrivate: false, isInThread: true },
  ]);
});

test('a zip attached to a mention gets one answer, for all to see: the offer, or why there is none', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const { ops } = slack.channels;
  const ana = slack.as(slack.people.ana);
  const drop = async (comment: string, name: string, bytes: Buffer) => ana.drop(ops, [{ name, bytes }], comment);
  const docs = await zipOf({ 'docs/a.md': 'x' });

  await drop('@abilities', 'alone.zip', await goodZip());
  await slack.nextMessage(({ text }) => text.includes('alone.zip'));
  await drop('@abilities add this', 'added.zip', await goodZip());
  await slack.nextMessage(({ text }) => text.includes('added.zip'));
  await drop('@abilities upload', 'docs.zip', docs);
  await slack.nextMessage(({ text }) => text.includes('docs.zip'));
  await drop('@abilities upload', 'more.zip', docs);
  await slack.nextMessage(({ text }) => text.includes('more.zip'));
  const open = 'select event_id from drops where answered_at is null';
  await until(async () => (await runSql(house.config.store, open)).length === 0);
  // A command of its own is answered, beside the offer.
  await drop('@abilities list', 'listed.zip', await goodZip());
  await slack.nextMessage(({ text }) => text.includes('3 not installed'));
  await slack.nextMessage(({ text }) => text.includes('listed.zip'));

  expect(said().map(({ isPrivate, text }) => [text, isPrivate])).toEqual([
    ['Upload `alone.zip` as an Ability?', false],
    ['Upload `added.zip` as an Ability?', false],
    ["`docs.zip` can't be uploaded: main.py is missing. Add it and upload the zip again.", false],
    ["`more.zip` can't be uploaded: main.py is missing. Add it and upload the zip again.", false],
    [expect.stringContaining('3 not installed'), true],
    ['Upload `listed.zip` as an Ability?', false],
  ]);
});

test('a mention that is added to an unrelated zip later is answered', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const ana = slack.as(slack.people.ana);
  const bytes = await zipOf({ 'docs/a.md': 'x' });
  const { messageTs } = await ana.drop(slack.channels.ops, [{ name: 'docs.zip', bytes }], 'the docs');
  await slack.nextMessage(({ text }) => text.includes("I won't message you about zips like this in this channel"));
  await ana.edit(slack.channels.ops, messageTs, '@abilities upload');
  const told = await slack.nextMessage(({ ephemeralFor, text }) => !ephemeralFor && text.includes('docs.zip'));
  expect(told.threadTs).toBe(messageTs);
});

test('an offer names who may accept it, if the person who dropped the zip may not upload', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const gus = slack.as(slack.people.gus);
  const bytes = await goodZip();
  await gus.drop(slack.channels.general, [{ name: 'tides.zip', bytes }]);
  const offer = await slack.nextMessage(({ text }) => text.includes('as an Ability?'));
  expect(offer.text).toBe(
    "Upload `tides.zip` as an Ability?\n<@U0LOCALGUS> can't upload Abilities. An editor or admin can, with these buttons.",
  );
  // A colleague may.
  expect(JSON.stringify(offer.blocks)).toContain('Upload tides.zip');
});

test('in a direct message, a person who may not upload gets no offer, but is told whom to ask', async () => {
  house = await startHouse({ mode: 'http' });
  const { slack } = house;
  const gus = slack.as(slack.people.gus);
  const direct = await slack.directMessage(slack.people.gus);
  await gus.drop(direct, [{ name: 'tides.zip', bytes: await goodZip() }]);
  const told = await slack.nextMessage(({ text }) => text.includes("don't have access"));
  expect(told.text).toBe("You don't have access to this account yet. Ask <@U0LOCALANA>.");
  const open = 'select event_id from drops where answered_at is null';
  await until(async () => (await runSql(house.config.store, open)).length === 0);
  expect(said()).toHaveLength(1);
});
