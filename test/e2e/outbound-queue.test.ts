import type { ChannelRef, Message } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, describe, expect, test } from 'vitest';
import type { Bot, BotOptions } from '../../src/app/start-bot.ts';
import { type Clock, systemClock } from '../../src/base/clock.ts';
import { HandClock } from '../hand-clock.ts';
import { scrape } from '../metrics/read-numbers.ts';
import { until } from '../until.ts';
import { replaceBot } from './replace-bot.ts';
import { type House, startHouse } from './start-house.ts';
import { dropZip, saying, startUpload } from './upload-job.ts';
import { goodZip } from './zips.ts';

let house: House;
let bot: Bot;
let clock: HandClock;
afterEach(async () => {
  await bot.stop();
  await house.close();
});

/** Shorter than an answer waits, but longer than a test may take. */
const WAITED_S = 20;
/** Longer than any wait. */
const LONG_S = 300;

/** A length that no other wait has, in milliseconds. */
const GATHER_MS = 7;

/** The hands move only what waits for Slack's limits: files of a share are gathered by the machine's clock. */
const withGathering = (hands: HandClock): Clock => ({
  ...hands,
  after: (ms, run) => (ms === GATHER_MS ? systemClock : hands).after(ms, run),
});

/** Work that waits for the clock does not delay the stop. */
const replace = (hands: HandClock, { uploads, ...options }: Partial<BotOptions>) =>
  replaceBot(house, {
    ...options,
    clock: withGathering(hands),
    drainMs: 1,
    uploads: { gatherMs: GATHER_MS, ...uploads },
  });

async function start(options: Partial<BotOptions> = {}, policy: { auditChannel?: string } = {}): Promise<void> {
  house = await startHouse({ mode: 'http', policy });
  clock = new HandClock();
  bot = await replace(clock, options);
}

const ana = () => house.slack.as(house.slack.people.ana);
const limit = (method: string, retryAfter: number) =>
  house.slack.faults.add({ method, fault: { status: 429, retryAfter } });
/** Successful Slack calls, in order. */
const calls = (method: string) => house.slack.wire.filter(({ name }) => name === method);
const statuses = (method: string) => calls(method).map(({ status }) => status);
/** Slack records a response only after it was seen. */
async function answered(method: string, expected: number[]): Promise<void> {
  await until(() => calls(method).length >= expected.length);
  expect(statuses(method)).toEqual(expected);
}
const said = (words: string) => until(() => house.logLines.some((line) => line.includes(words)));
const toldToWait = () => said('rate limited by Slack');

/** Waits until this many are queued. */
async function waiting(priority: string, count: number): Promise<void> {
  const name = `abilities_slack_queue_waiting{priority="${priority}"}`;
  await until(async () => (await scrape(bot.metricsPort)).of(name) === count);
}

const drop = async (channel: ChannelRef, name: string) => ana().drop(channel, [{ name, bytes: await goodZip() }]);
const offerIn = (channel: ChannelRef): Promise<Message> =>
  house.slack.nextMessage(({ channelId, text }) => channelId === channel.id && text.includes('as an Ability?'));

test('while one channel has to wait another is answered; what waited comes when Slack allows it', async () => {
  await start();
  const { general, ops } = house.slack.channels;
  limit('chat.postMessage', WAITED_S);
  await drop(ops, 'tides.zip');
  await toldToWait();
  await drop(general, 'waves.zip');
  await offerIn(general);
  await answered('chat.postMessage', [429, 200]);
  clock.move(WAITED_S * 1000);
  await offerIn(ops);
  await answered('chat.postMessage', [429, 200, 200]);
});

test('all steps of an upload that had to wait are one edit: its end', async () => {
  await start();
  limit('chat.update', WAITED_S);
  const offer = await startUpload(house, await goodZip());
  await toldToWait();
  await waiting('answer', 1);
  expect(statuses('chat.update')).toEqual([429]);
  clock.move(WAITED_S * 1000);
  expect(await saying(house, offer, 'Tides uploaded by')).toMatchObject({ edits: 1 });
  await bot.stop();
  expect(statuses('chat.update')).toEqual([429, 200]);
});

test('an answer overtakes progress that waits', async () => {
  await start();
  house.service.faults.add({ match: { method: 'POST', path: /add-capability/ }, fault: { kind: 'silent' } });
  limit('chat.update', WAITED_S);
  const upload = await startUpload(house, await goodZip());
  await toldToWait();
  const other = await dropZip(house, await goodZip(), 'waves.zip');
  await ana().click(other, { text: 'Skip' });
  await waiting('answer', 1);
  await waiting('progress', 1);
  clock.move(WAITED_S * 1000);
  await until(() => calls('chat.update').length >= 3);
  const edited = calls('chat.update').map(({ request }) => Object(request).ts);
  expect(edited.slice(0, 3)).toEqual([upload.ts, other.ts, upload.ts]);
});

test('the result of an upload that may not wait so long is sent again, and arrives', async () => {
  await start({ uploads: { pollMs: 20 } });
  limit('chat.update', LONG_S);
  const offer = await startUpload(house, await goodZip());
  await said('upload postponed after an error');
  expect(statuses('chat.update')).toEqual([429]);
  clock.move(LONG_S * 1000);
  await saying(house, offer, 'Tides uploaded by');
  await answered('chat.update', [429, 200]);
});

test('a stop does not wait for Slack; the result of an upload is sent after the next start', async () => {
  const uploads = { pollMs: 20 };
  await start({ uploads });
  limit('chat.update', WAITED_S);
  const offer = await startUpload(house, await goodZip());
  await toldToWait();
  await waiting('answer', 1);
  // The clock is stopped: only stopping the bot ends the wait.
  await bot.stop();
  expect(statuses('chat.update')).toEqual([429]);
  await said('not sent to Slack');
  const later = new HandClock();
  later.move(60_000);
  bot = await replace(later, { uploads });
  await saying(house, offer, 'Tides uploaded by');
});

describe('an answer whose response URL is refused', () => {
  const isHelp = ({ text }: Message) => /[/@]abilities list/.test(text);

  test('waits for its turn in the channel', async () => {
    await start();
    house.slack.faults.add({ method: 'response_url', fault: { status: 404 } });
    limit('chat.postEphemeral', WAITED_S);
    await ana().command('help', { channel: house.slack.channels.ops });
    await waiting('answer', 1);
    clock.move(WAITED_S * 1000);
    const answer = await house.slack.nextMessage(isHelp);
    expect(answer).toMatchObject({ channelId: house.slack.channels.ops.id, ephemeralFor: house.slack.people.ana.id });
  });

  test('comes directly when that would take too long, and the log says so', async () => {
    await start();
    house.slack.faults.add({ method: 'response_url', fault: { status: 404 } });
    limit('chat.postEphemeral', LONG_S);
    const direct = await house.slack.directMessage(house.slack.people.ana);
    await ana().command('help', { channel: house.slack.channels.ops });
    expect(await house.slack.nextMessage(isHelp)).toMatchObject({ channelId: direct.id });
    await said('not sent to Slack: it would have been queued too long');
  });

  test('is a line in the log when no way is left', async () => {
    await start();
    house.slack.faults.add({ method: 'response_url', fault: { status: 404 } });
    limit('chat.postEphemeral', LONG_S);
    limit('chat.postMessage', LONG_S);
    await ana().command('help', { channel: house.slack.channels.ops });
    await said('answer not delivered');
    expect(house.slack.transcript.messages.filter(isHelp)).toEqual([]);
  });
});

test('a response URL knows no limit of others: it is answered while the channel waits', async () => {
  await start();
  const { ops } = house.slack.channels;
  limit('chat.postMessage', WAITED_S);
  limit('chat.postEphemeral', WAITED_S);
  await drop(ops, 'tides.zip');
  await toldToWait();
  await ana().command('help', { channel: ops });
  await house.slack.nextMessage(({ text }) => /[/@]abilities list/.test(text));
});

test('a form does not wait: a form that Slack did not open is reported immediately', async () => {
  await start();
  limit('views.open', WAITED_S);
  await ana().command('upload');
  const told = await house.slack.nextMessage(({ text }) => text.includes("Slack didn't open the form."));
  expect(told.text).toContain('Nothing changed.');
});

test('a form that is open is filled when Slack allows it', async () => {
  await start();
  limit('views.update', WAITED_S);
  await ana().command('assign Echo');
  await toldToWait();
  clock.move(WAITED_S * 1000);
  await house.slack.nextView((view) => renderText(view).includes('Saving replaces them'));
});

test('a Home tab, and what Slack says of a file, wait for their turn', async () => {
  await start();
  limit('views.publish', WAITED_S);
  limit('files.info', WAITED_S);
  await ana().openHome();
  await drop(house.slack.channels.ops, 'tides.zip');
  await waiting('answer', 2);
  clock.move(WAITED_S * 1000);
  await offerIn(house.slack.channels.ops);
  await house.slack.nextView(({ type }) => type === 'home');
});

test('nobody can change anything while their role is unknown, and no answer waits for it', async () => {
  await start();
  limit('users.info', WAITED_S);
  await ana().command('disable Weather');
  const told = await house.slack.nextMessage(({ ephemeralFor }) => ephemeralFor === house.slack.people.ana.id);
  expect(told.text).toContain("I couldn't check your role");
  expect(house.service.requests.filter(({ method }) => method === 'PUT')).toEqual([]);
});

test('a change is announced when Slack allows it, and confirmed to the person who made it immediately', async () => {
  await start({}, { auditChannel: 'C0LOCALOPS' });
  limit('chat.postMessage', WAITED_S);
  await ana().command('disable Weather');
  await house.slack.nextMessage(
    ({ ephemeralFor, text }) => ephemeralFor !== null && text.startsWith('✓ Weather disabled'),
  );
  await waiting('announcement', 1);
  clock.move(WAITED_S * 1000);
  const isTold = ({ ephemeralFor, text }: Message) => ephemeralFor === null && text.includes('Weather disabled by');
  expect(await house.slack.nextMessage(isTold)).toMatchObject({ channelId: house.slack.channels.ops.id });
});
