import { readObject } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { installedRow } from './reading.ts';
import { replaceBot } from './replace-bot.ts';
import { type House, startHouse } from './start-house.ts';
import { hear } from './watched-house.ts';
import { goodZip } from './zips.ts';

let house: House;
afterEach(() => house.close());

async function start(mode: 'socket' | 'http' = 'socket') {
  house = await startHouse({ mode });
  const { slack } = house;
  return { slack, ana: slack.as(slack.people.ana), ops: slack.channels.ops };
}

/** A conversation in #ops, and what Ana sees when she writes in its thread. */
async function startThread() {
  const { slack, ana, ops } = await start();
  const { messageTs: threadTs } = await slack.as(slack.people.ben).say(ops, 'Who can look at the news?');
  const mention = (text: string, words: string) =>
    hear(
      house,
      () => ana.say(ops, text, { threadTs }),
      (message) => message.text.includes(words),
    );
  return { slack, ana, ops, threadTs, mention };
}

describe('a mention', () => {
  test('is read like typed text and answered privately in its thread', async () => {
    const { slack, ana, threadTs, mention } = await startThread();
    const card = await mention('@abilities show “café finder”', 'Café Finder');
    expect(card).toMatchObject({ threadTs, ephemeralFor: slack.people.ana.id, channelId: slack.channels.ops.id });
    const done = await mention(`Hey <@${slack.botUserId}>, please *disable* _News_!`, 'News disabled by');
    expect(done).toMatchObject({ threadTs, ephemeralFor: slack.people.ana.id });
    expect((await installedRow(house, 'News')).enabled).toBe(false);
    const undone = await hear(
      house,
      () => ana.click(done, { text: 'Undo' }),
      ({ text }) => text.startsWith('✓ Undone:'),
    );
    expect(undone.threadTs).toBe(threadTs);
    const help = await mention('@abilities - help', 'See, filter and search');
    expect(renderText(help)).toContain('`@abilities list`');
    const inChannel = await hear(
      house,
      () => ana.command('help'),
      ({ text }) => text.includes('See, filter'),
    );
    expect(renderText(inChannel)).toContain('`/abilities list`');
  });

  test('that needs a form is answered with a button that opens it', async () => {
    const { slack, ana, mention } = await startThread();
    const told = await mention('@abilities enable Radio', 'needs a form');
    await ana.click(told, { text: 'Open the form' });
    const form = await slack.nextView(({ callbackId }) => callbackId === 'trigger-words');
    await ana.submit(form, { trigger_words: 'play the radio' });
    await slack.nextMessage(({ text, threadTs }) => text.includes('Radio enabled by') && threadTs === told.threadTs);
    const several = await mention('@abilities delete Weather, News', 'needs a form');
    await ana.click(several, { text: 'Open the form' });
    await slack.nextView(({ callbackId }) => callbackId === 'delete-several');
  });
});

test('a mention that comes twice is answered once, and one outside a thread is answered in the channel', async () => {
  const { slack, ana, ops } = await start();
  const said = await ana.say(ops, '@abilities disable News');
  const done = await slack.nextMessage(({ text }) => text.includes('News disabled by'));
  expect(done).toMatchObject({ threadTs: null, ephemeralFor: slack.people.ana.id });
  const [delivery] = said.deliveries;
  if (!delivery) throw new Error('the mention was delivered');
  const { requests } = house.service;
  const askAgain = async () => {
    const before = requests.length;
    await hear(
      house,
      () => ana.command('disable News'),
      ({ text }) => text.includes('News was already disabled'),
    );
    return requests.length - before;
  };
  const alone = await askAgain();
  const before = requests.length;
  await slack.redeliver(delivery);
  // Starting later, it finishes later: a second run of the mention would have called the service by then.
  await askAgain();
  expect(requests.length - before).toBe(alone);
});

test('an edit that adds the mention is answered once, and an edit of an answered message is not', async () => {
  const { slack, ana, ops } = await start('http');
  const enabled = async () => (await installedRow(house, 'News')).enabled;
  const { messageTs } = await ana.say(ops, 'disable News');
  await hear(
    house,
    () => ana.edit(ops, messageTs, '@abilities disable News'),
    ({ text }) => text.includes('News disabled by'),
  );
  const edited = await ana.edit(ops, messageTs, '@abilities enable News');
  const said = await ana.say(ops, '@abilities show Timer');
  await slack.nextMessage(({ text }) => text.includes('Timer'));
  const again = await ana.edit(ops, said.messageTs, '@abilities enable News');
  expect([edited, again].map(({ deliveries }) => deliveries.length)).toEqual([1, 1]);
  // Asked later, it is answered later.
  await hear(
    house,
    () => ana.command('status'),
    ({ text }) => text.includes('Abilities'),
  );
  expect(await enabled()).toBe(false);
  // A new bot knows what the last one has answered.
  const bot = await replaceBot(house, {});
  await ana.edit(ops, messageTs, '@abilities enable News!');
  await hear(
    house,
    () => ana.command('status'),
    ({ text }) => text.includes('Abilities'),
  );
  expect(await enabled()).toBe(false);
  await bot.stop();
});

test('what a bot says, an edit of an old message and somebody of another workspace lead to nothing', async () => {
  const { slack, ana, ops } = await start();
  const said = await ana.say(ops, '@abilities list');
  await slack.nextMessage(({ text }) => text.includes('News: enabled'));
  const [delivery] = said.deliveries;
  if (!delivery) throw new Error('the mention was delivered');
  const { payload } = delivery;
  const again = (id: string, changes: object, isShared = false) =>
    slack.redeliver({
      ...delivery,
      payload: {
        ...payload,
        event_id: `Ev0${id}`,
        is_ext_shared_channel: isShared,
        event: { ...readObject(payload.event), ts: id, text: `<@${slack.botUserId}> disable News`, ...changes },
      },
    });
  await again('1700000000.000001', { bot_id: 'B0OTHER' });
  // So old that its answer would not be known any more.
  await again('1700000000.000002', { edited: { user: slack.people.ana.id, ts: '1.2' } });
  await hear(
    house,
    () => again('1700000000.000003', { team: 'T0ELSEWHERE' }),
    ({ text }) => text.includes('Only members of this workspace'),
  );
  await hear(
    house,
    () => again('1700000000.000004', { team: undefined, user_team: undefined, files: [] }, true),
    ({ text }) => text.includes('Only members of this workspace'),
  );
  expect((await installedRow(house, 'News')).enabled).toBe(true);
  // A member's thread reply that is also sent to the channel is a message like any other.
  await hear(
    house,
    () => again('1700000000.000005', { subtype: 'thread_broadcast' }),
    ({ text }) => text.includes('News disabled by'),
  );
});

describe('the shortcuts', () => {
  test('open the list in a modal, and the form of an upload', async () => {
    const { slack, ana } = await start();
    await ana.shortcut('manage-abilities');
    const list = await slack.nextView((view) => renderText(view).includes('*Café Finder*  Enabled'));
    await ana.click(list, { text: 'Next ›' });
    await slack.nextView((view) => view.id === list.id && renderText(view).includes('*Night Watch*'));
    await ana.shortcut('upload-ability');
    await slack.nextView(({ callbackId, open }) => callbackId === 'upload' && open);
    expect(slack.transcript.messages).toEqual([]);
  });

  test('take the files of a message to the form that uploads them', async () => {
    const { slack, ana, ops } = await start();
    const { messageTs } = await ana.drop(ops, [{ name: 'tides.zip', bytes: await goodZip() }]);
    const message = await slack.nextMessage(({ ts }) => ts === messageTs);
    await ana.messageShortcut('upload-as-ability', message);
    const form = await slack.nextView(({ callbackId }) => callbackId === 'upload');
    expect(renderText(form)).toContain('tides.zip');
  });
});

test('a shortcut that this version does not know is reported as such', async () => {
  const { slack, ana } = await start();
  await ana.shortcut('manage-abilities');
  const delivery = slack.transcript.deliveries.find(({ payload }) => payload.callback_id === 'manage-abilities');
  if (!delivery) throw new Error('the shortcut was delivered');
  const unknown = { callback_id: 'rename-ability', trigger_id: 'unknown.1' };
  await hear(
    house,
    () => slack.redeliver({ ...delivery, payload: { ...delivery.payload, ...unknown } }),
    ({ text }) => text.includes('older version'),
  );
});
