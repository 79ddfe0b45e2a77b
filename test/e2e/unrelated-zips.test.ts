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
      text: "`first.zip` can't be uploaded: main.py is missing. Add it and drop the zip again. I won't mention such zips again today.",
      ...{ isPrivate: true, isInThread: false },
    },
    {
      text: expect.stringMatching(/^`broken.zip` can't be uploaded. The zip is damaged/),
      ...{ isPrivate: false, isInThread: true },
    },
    { text: 'Upload `tides.zip` as an Ability?', isPrivate: false, isInThread: true },
  ]);
});
