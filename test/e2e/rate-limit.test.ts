import { afterEach, expect, test } from 'vitest';
import type { Bot } from '../../src/app/start-bot.ts';
import { until } from '../until.ts';
import { replaceBot } from './replace-bot.ts';
import { type House, startHouse } from './start-house.ts';
import { goodZip } from './zips.ts';

let house: House;
let bot: Bot;
afterEach(async () => {
  await bot.stop();
  await house.close();
});

/** Longer than a test may take. */
const LONG_S = 60;

test.each(['chat.postMessage', 'chat.update'])(
  'while %s has to wait, a form opens for somebody else',
  async (method) => {
    house = await startHouse({ mode: 'http' });
    // Work that waits for the rate limit does not delay the stop.
    bot = await replaceBot(house, { drainMs: 1 });
    const { logLines, slack } = house;
    const ana = slack.as(slack.people.ana);
    const drop = async (name: string) => ana.drop(slack.channels.ops, [{ name, bytes: await goodZip() }]);
    await drop('tides.zip');
    const offer = await slack.nextMessage(({ text }) => text.includes('as an Ability?'));
    slack.faults.add({ method, fault: { status: 429, retryAfter: LONG_S } });
    await (method === 'chat.update' ? ana.click(offer, { text: 'Skip' }) : drop('waves.zip'));
    await until(() => logLines.some((line) => line.includes('rate limited by Slack')));
    await slack.as(slack.people.ben).command('upload');
    const form = await slack.nextView(({ callbackId }) => callbackId === 'upload');
    expect(form.userId).toBe(slack.people.ben.id);
  },
);
