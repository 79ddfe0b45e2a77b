import { readObject } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installedRow } from './reading.ts';
import { type House, startHouse } from './start-house.ts';
import { hear } from './watched-house.ts';
import { goodZip } from './zips.ts';

describe.each(['socket', 'http'] as const)('a direct message over %s', (mode) => {
  let house: House;
  beforeAll(async () => {
    house = await startHouse({ mode });
  });
  afterAll(() => house.close());

  async function open() {
    const { slack } = house;
    const ana = slack.as(slack.people.ana);
    const direct = await slack.directMessage(ana.person);
    const says = (text: string, words: string, threadTs: string | null = null) =>
      hear(
        house,
        () => ana.say(direct, text, { threadTs }),
        (message) => message.channelId === direct.id && message.text.includes(words),
      );
    return { slack, ana, direct, says };
  }

  test('is a command, with and without the name of the bot, and in a thread', async () => {
    const { ana, direct, says } = await open();
    await says('disable News', 'News disabled by');
    expect((await installedRow(house, 'News')).enabled).toBe(false);
    await says('@abilities enable News', 'News enabled by');
    const { messageTs } = await ana.say(direct, 'whoami');
    const inThread = await says('show :newspaper: News', 'No Ability is called “📰 News”', messageTs);
    expect(inThread.threadTs).toBe(messageTs);
  });

  test('that is longer than a command may be is refused whole, not read in part', async () => {
    const { says } = await open();
    const before = house.service.requests.filter(({ method }) => method !== 'GET').length;
    await says(`disable News${', Weather'.repeat(4000)}`, 'The limit is 4000 characters. Nothing changed.');
    await says(`please${' '.repeat(8000)}disable News`, 'The limit is 4000 characters.');
    await says(`say "${'“'.repeat(39_000)}x`, 'The limit is 4000 characters.');
    expect(house.service.requests.filter(({ method }) => method !== 'GET')).toHaveLength(before);
  });

  test('that greets gets the help, with hints that work there', async () => {
    const { says } = await open();
    const help = await says('hello', 'See, filter and search');
    expect(renderText(help)).toContain('`@abilities list`');
    expect(renderText(help)).not.toContain('`/abilities');
  });

  test('of an app, of the bot, and an edit lead to nothing', async () => {
    const { ana, direct, slack, says } = await open();
    const { messageTs, deliveries } = await ana.say(direct, 'show Timer');
    const [delivery] = deliveries;
    if (!delivery) throw new Error('the message was delivered');
    const again = (id: string, changes: object) =>
      slack.redeliver({
        ...delivery,
        payload: {
          ...delivery.payload,
          event_id: id,
          event: { ...readObject(delivery.payload.event), text: 'disable Weather', ts: `1700000000.${id}`, ...changes },
        },
      });
    await again('000001', { bot_id: 'B0OTHER', subtype: 'bot_message', user: undefined });
    await again('000002', { user: slack.botUserId });
    await again('000003', { user: 'USLACKBOT' });
    await again('000004', { channel_type: 'channel', channel: slack.channels.ops.id });
    await ana.edit(direct, messageTs, 'disable Weather');
    await ana.edit(direct, messageTs, '@abilities disable Weather');
    // Answered after all of them.
    await says('status', 'Abilities');
    expect((await installedRow(house, 'Weather')).enabled).toBe(true);
  });

  test('with a zip gets the offer for that zip, and no other answer', async () => {
    const { ana, direct, slack, says } = await open();
    const after = slack.transcript.messages.length;
    const { messageTs } = await ana.drop(direct, [{ name: 'tides.zip', bytes: await goodZip() }], 'add this');
    await slack.nextMessage(({ text, threadTs }) => threadTs === messageTs && text.includes('tides'));
    await says('status', 'Abilities');
    const told = slack.transcript.messages.slice(after).filter(({ userId }) => userId === slack.botUserId);
    expect(told.filter(({ text }) => text.includes('add this'))).toEqual([]);
  });
});
