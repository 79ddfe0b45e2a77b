import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { renderText } from '../../src/playground/block-kit/render-text.ts';
import { replaceBot } from './replace-bot.ts';
import { type House, startHouse } from './start-house.ts';
import { until } from './until.ts';
import { goodZip } from './zips.ts';

let house: House;
afterEach(() => house.close());

test('a request that is sent by half does not hold up a stop', async () => {
  house = await startHouse({ mode: 'http' });
  const { bot } = house;
  const socket = connect(bot.port, '127.0.0.1');
  socket.on('error', () => undefined);
  // The server says "continue" once it waits for the body.
  socket.write('POST /slack/events HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 100\r\n\r\n');
  await once(socket, 'data');
  socket.write('payload=');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await bot.stop();
  await closed;
});

test('an upload that hangs is told as cut off, and leaves no file behind', async () => {
  house = await startHouse({ mode: 'http' });
  const bot = await replaceBot(house, { drainMs: 10 });
  const { config, service, slack } = house;
  const inSpool = async () =>
    (await readdir(config.uploads.spoolDir)).filter((name) => name.startsWith('abilities-bot-'));
  service.faults.add({ match: { path: /add-capability/ }, fault: { kind: 'silent' } });
  const ana = slack.as(slack.people.ana);
  const { messageTs } = await ana.drop(slack.channels.ops, [{ name: 'tides.zip', bytes: await goodZip() }]);
  const offer = await slack.nextMessage(({ threadTs }) => threadTs === messageTs);
  await ana.click(offer, { text: 'Upload as an Ability…' });
  const form = await slack.nextView(({ callbackId }) => callbackId === 'upload');
  await ana.submit(form, { Description: 'Tells the tides.', trigger_words: 'high tide' });
  await slack.nextMessage((message) => message.ts === offer.ts && renderText(message).includes('*sending*'));
  await until(async () => (await inSpool()).length === 1);
  await bot.stop();
  expect(slack.transcript.findMessage(offer)?.text).toContain('Uploading Tides was cut off');
  expect(await inSpool()).toEqual([]);
});
