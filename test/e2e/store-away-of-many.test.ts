import type { Message, PersonDriver } from '@abilities-bot/local-slack';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runSql } from '../store/run-sql.ts';
import { type CloudHouse, startCloudHouse } from './start-cloud-house.ts';
import { goodZip } from './zips.ts';

const AWAY = /^I can't reach my database right now, so nothing changed\. Try again in a minute\. \(ref [0-9a-f]{6}\)$/;

let house: CloudHouse;
let ana: PersonDriver;
let list: Message;
beforeEach(async () => {
  house = await startCloudHouse();
  await house.move('north');
  ana = north().as(north().people.ana);
  await ana.command('list');
  list = await north().nextMessage(({ text }) => text.includes('3 not installed'));
});
afterEach(() => house.close());

const north = () => house.cloud.workspaces.north;
const texts = () => north().transcript.messages.filter(({ text }) => AWAY.test(text));

async function openTriggerForm() {
  await ana.command('enable Radio');
  return north().nextView(({ callbackId }) => callbackId === 'trigger-words');
}

/** A bot that has read nothing yet, and can't read this table. */
async function takeAwayFromNewBot(table: string): Promise<void> {
  house.useBot(await house.startAnotherBot());
  await runSql(house.config.store, `alter table ${table} rename to ${table}_away`);
}

describe('a request that cannot be authorized without the store', () => {
  test('is answered once if it has a response URL', async () => {
    await takeAwayFromNewBot('slack_installations');
    expect(await ana.command('disable News')).toMatchObject({ acked: true, status: 200 });
    await north().nextMessage(({ text }) => AWAY.test(text));
    const { revision } = north().transcript;
    expect(await ana.click(list, { text: 'Disable News' })).toMatchObject({ acked: true });
    await north().nextMessage(({ text }) => AWAY.test(text), { after: revision });
    expect(texts().map(({ ephemeralFor }) => ephemeralFor)).toEqual([ana.person.id, ana.person.id]);
    const shown = north().transcript.findMessage(list);
    expect(shown?.text).toBe(list.text);
  });

  test('is answered in its form, which keeps its values', async () => {
    const form = await openTriggerForm();
    await takeAwayFromNewBot('slack_installations');
    const { acked, body } = await ana.submit(form, { trigger_words: 'play the radio' });
    expect({ acked, body }).toEqual({
      acked: true,
      body: { response_action: 'errors', errors: { trigger_words: expect.stringMatching(AWAY) } },
    });
    expect(texts()).toEqual([]);
  });

  test('is not acked if nothing can be said, so that Slack shows an error or sends it again', async () => {
    await north().as(north().people.ana).invite(north().channels.ops);
    await takeAwayFromNewBot('slack_installations');
    expect(await ana.shortcut('manage-abilities')).toMatchObject({ acked: false, status: 500 });
    const { deliveries } = await ana.say(north().channels.ops, `<@${north().botUserId}> list`);
    expect(deliveries.map(({ acked, status }) => ({ acked, status }))).toEqual([{ acked: false, status: 500 }]);
    expect(texts()).toEqual([]);
  });
});

describe('a request whose workspace cannot be read after the ack', () => {
  test('is answered once, wherever it was made', async () => {
    await ana.invite(north().channels.ops);
    await takeAwayFromNewBot('connected_accounts');
    await ana.command('disable News');
    await north().nextMessage(({ text }) => AWAY.test(text));
    await ana.say(north().channels.ops, `<@${north().botUserId}> list`);
    const mentioned = await north().nextMessage(
      ({ channelId, text }) => AWAY.test(text) && channelId === north().channels.ops.id,
    );
    expect(mentioned.ephemeralFor).toBe(ana.person.id);
    expect(await ana.shortcut('manage-abilities')).toMatchObject({ acked: true });
    const direct = await north().nextMessage(({ channelId, text }) => AWAY.test(text) && channelId.startsWith('D'));
    expect(direct.ephemeralFor).toBe(null);
    expect(texts()).toHaveLength(3);
  });

  test('is answered in its form', async () => {
    const form = await openTriggerForm();
    await takeAwayFromNewBot('connected_accounts');
    const { body } = await ana.submit(form, { trigger_words: 'play the radio' });
    expect(body).toEqual({ response_action: 'errors', errors: { trigger_words: expect.stringMatching(AWAY) } });
  });
});

test('a request whose installation cannot be decrypted is answered where that is possible, and events come again', async () => {
  await ana.invite(north().channels.ops);
  const form = await openTriggerForm();
  house.useBot(await house.startAnotherBot());
  await runSql(house.config.store, "update slack_installations set sealed = replace(sealed, 'v1.', 'v0.')");
  const NOT_BEGUN = /^Something went wrong before I could begin, so nothing changed\./;
  const { body } = await ana.submit(form, { trigger_words: 'play the radio' });
  expect(body).toEqual({ response_action: 'errors', errors: { trigger_words: expect.stringMatching(NOT_BEGUN) } });
  await ana.command('disable News');
  await north().nextMessage(({ text }) => NOT_BEGUN.test(text));
  const said = await ana.say(north().channels.ops, `<@${north().botUserId}> list`);
  const dropped = await ana.drop(north().channels.ops, [{ name: 'tides.zip', bytes: await goodZip() }]);
  const deliveries = [...said.deliveries, ...dropped.deliveries];
  expect(deliveries.map(({ acked, status }) => ({ acked, status }))).toEqual([
    { acked: false, status: 500 },
    { acked: false, status: 500 },
  ]);
});

test('a workspace without an installation gets an answer, and sends its events only once', async () => {
  await ana.invite(north().channels.ops);
  house.useBot(await house.startAnotherBot());
  await runSql(house.config.store, 'delete from slack_installations');
  await ana.command('list');
  await north().nextMessage(({ text }) =>
    text.startsWith('Something went wrong before I could begin, so nothing changed.'),
  );
  const { deliveries } = await ana.say(north().channels.ops, `<@${north().botUserId}> list`);
  expect(deliveries.map(({ acked }) => acked)).toEqual([true]);
});
