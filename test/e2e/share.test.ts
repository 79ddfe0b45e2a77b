import type { Message } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { installedRow } from './reading.ts';
import { type House, startHouse } from './start-house.ts';
import { hear } from './watched-house.ts';

let house: House;
afterEach(() => house.close());

const SHARE = { text: 'Show in channel' };

async function start() {
  house = await startHouse({ mode: 'http', serviceKeepMs: 0 });
  const { slack } = house;
  return { slack, ana: slack.as(slack.people.ana), ben: slack.as(slack.people.ben), ops: slack.channels.ops };
}

/** Ana shares the list in #ops. */
async function shareList() {
  const { slack, ana, ben, ops } = await start();
  const list = await hear(
    house,
    () => ana.command('list', { channel: ops }),
    ({ text }) => text.includes('News: enabled'),
  );
  const shared = await hear(
    house,
    () => ana.click(list, SHARE),
    ({ ephemeralFor, text }) => ephemeralFor === null && text.includes('Shown by'),
  );
  return { slack, ana, ben, ops, shared };
}

const toldTo = (id: string, words: string) => (message: Message) =>
  message.ephemeralFor === id && message.text.includes(words);

describe('an answer that is shown to the channel', () => {
  test('is visible to everybody, says who showed it, and cannot be shown again', async () => {
    const { slack, ops, shared } = await shareList();
    expect(shared).toMatchObject({ channelId: ops.id, threadTs: null });
    expect(shared.text).toContain(`Shown by <@${slack.people.ana.id}>`);
    expect(renderText(shared)).toContain('News');
    expect(renderText(shared)).not.toContain('Show in channel');
  });

  test('a change from it redraws it, is announced once in its thread, and privately with an undo', async () => {
    const { slack, ben, shared } = await shareList();
    const bens = slack.people.ben.id;
    const answer = await hear(
      house,
      () => ben.click(shared, { text: 'Disable News' }),
      toldTo(bens, 'News disabled by'),
    );
    const drawn = await slack.nextMessage(({ text, ts }) => ts === shared.ts && text.includes('News: disabled'));
    expect(drawn.text).toContain(`Shown by <@${slack.people.ana.id}>`);
    expect(renderText(drawn)).not.toContain('Undo');
    const inThread = await slack.nextMessage(({ threadTs }) => threadTs === shared.ts);
    expect(inThread).toMatchObject({ ephemeralFor: null });
    expect(inThread.text).toMatch(new RegExp(`^News disabled by <@${bens}>`));
    // A private undo is announced in the same place as the change.
    await hear(house, () => ben.click(answer, { text: 'Undo' }), toldTo(bens, 'Undone: News is enabled again'));
    expect((await installedRow(house, 'News')).enabled).toBe(true);
    const back = await slack.nextMessage(({ text, ts }) => ts === shared.ts && text.includes('News: enabled'));
    expect(back.text).toContain(`Shown by <@${slack.people.ana.id}>`);
    await slack.nextMessage(
      ({ text, threadTs }) => threadTs === shared.ts && text.startsWith('Undone: News is enabled again'),
    );
    // Nothing changes, so only the person who clicked gets a message.
    await ben.click(drawn, { text: 'Enable News' });
    await slack.nextMessage(toldTo(bens, 'News was already enabled'));
    await slack.nextMessage(({ edits, ts }) => ts === shared.ts && edits === 3);
    expect(slack.transcript.messages.filter(({ threadTs }) => threadTs === shared.ts)).toHaveLength(2);
  });
});

test('trigger words that are asked for from it end in the same', async () => {
  const { slack, ana, ben, shared } = await shareList();
  await ana.click(shared, { actionId: 'state' }, { option: 'Disabled' });
  const anas = await slack.nextMessage(toldTo(slack.people.ana.id, 'match disabled'));
  const mine = await hear(
    house,
    () => ana.click(anas, SHARE),
    ({ ephemeralFor, text }) => ephemeralFor === null && text.includes('match disabled'),
  );
  await ben.click(mine, { text: 'Enable Radio' });
  const form = await slack.nextView(({ callbackId }) => callbackId === 'trigger-words');
  await ben.submit(form, { trigger_words: 'play the radio' });
  const told = await slack.nextMessage(({ threadTs }) => threadTs === mine.ts);
  expect(told.text).toContain('Radio enabled by');
  const drawn = await slack.nextMessage(({ edits, ts }) => ts === mine.ts && edits > 0);
  // It keeps its place although it is enabled now.
  expect(drawn.text).toContain('Radio: enabled');
  expect(drawn.text).toContain(`Shown by <@${slack.people.ana.id}>`);
});

test('in a thread it is shown in that thread', async () => {
  const { slack, ana, ops } = await start();
  const { messageTs: threadTs } = await ana.say(ops, 'What is on it?');
  await ana.say(ops, '@abilities show Weather', { threadTs });
  const card = await slack.nextMessage(({ text }) => text.includes('Tells the weather'));
  const shared = await hear(
    house,
    () => ana.click(card, SHARE),
    ({ ephemeralFor, text }) => ephemeralFor === null && text.includes('Shown by'),
  );
  expect(shared.threadTs).toBe(threadTs);
  await ana.click(shared, { text: 'Disable Weather' });
  const told = await slack.nextMessage(({ ephemeralFor, text }) => {
    return ephemeralFor === null && text.includes('Weather disabled by');
  });
  expect(told.threadTs).toBe(threadTs);
});

test.each(['lounge', 'board'] as const)('where the bot is not (%s), it says how to invite it', async (name) => {
  const { slack, ana } = await start();
  const list = await hear(
    house,
    () => ana.command('list', { channel: slack.channels[name] }),
    ({ text }) => text.includes('News: enabled'),
  );
  await ana.click(list, SHARE);
  const told = await slack.nextMessage(({ text }) => text.includes('/invite @abilities'));
  expect(told).toMatchObject({ ephemeralFor: slack.people.ana.id, channelId: slack.channels[name].id });
  expect(slack.transcript.messages.filter(({ ephemeralFor }) => ephemeralFor === null)).toEqual([]);
});

test('a failed read is reported privately and posts nothing in the channel', async () => {
  const { slack, ana, ops } = await start();
  const list = await hear(
    house,
    () => ana.command('list', { channel: ops }),
    ({ text }) => text.includes('News: enabled'),
  );
  house.service.faults.add({ match: {}, fault: { kind: 'status', status: 503 } });
  await ana.click(list, SHARE);
  await slack.nextMessage(toldTo(slack.people.ana.id, 'The voice service returned an internal error. (ref '));
  expect(slack.transcript.messages.filter(({ ephemeralFor }) => ephemeralFor === null)).toEqual([]);
});

test('in a direct message there is nobody to show it to', async () => {
  const { slack, ana } = await start();
  const channel = await slack.directMessage(slack.people.ana);
  const list = await hear(
    house,
    () => ana.command('list', { channel }),
    ({ text }) => text.includes('News: enabled'),
  );
  expect(renderText(list)).not.toContain('Show in channel');
});

test('a shared audit log names the person whose entries it has, instead of “you”', async () => {
  const { slack, ana, ops } = await start();
  const mine = await hear(
    house,
    () => ana.command('history by:me', { channel: ops }),
    ({ text }) => text.includes('Audit log'),
  );
  expect(mine.text).toContain('by you');
  const shared = await hear(
    house,
    () => ana.click(mine, SHARE),
    ({ text }) => text.includes('Shown by'),
  );
  expect(shared.text).toContain(`Audit log · by <@${slack.people.ana.id}>`);
  expect(shared.text).not.toContain('by you');
});
