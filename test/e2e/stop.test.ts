import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import type { View } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, expect, test } from 'vitest';
import { hold } from '../../packages/local-slack/test/hold.ts';
import { HeldClock } from '../held-clock.ts';
import { until } from '../until.ts';
import { replaceBot } from './replace-bot.ts';
import { type House, startHouse } from './start-house.ts';
import { dropZip, startUpload } from './upload-job.ts';
import { goodZip, zipOf } from './zips.ts';

/** A length that no other wait has. */
const DELAY_MS = 1501;

let house: House;
afterEach(() => house.close());

test('a request that is sent by half does not hold up a stop', async () => {
  house = await startHouse({ mode: 'http' });
  const { bot } = house;
  const socket = connect(bot.port, '127.0.0.1');
  socket.on('error', () => undefined);
  // The server sends "continue" once it waits for the body.
  socket.write('POST /slack/events HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 100\r\n\r\n');
  await once(socket, 'data');
  socket.write('payload=');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await bot.stop();
  await closed;
});

test('who was connected before a stop is still answered', async () => {
  house = await startHouse({ mode: 'http' });
  const { bot } = house;
  const socket = connect(bot.port, '127.0.0.1');
  await once(socket, 'connect');
  const stopped = bot.stop();
  socket.write('GET /metrics HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toContain('200 OK');
  await stopped;
});

test('with a delay it says that it stops, and still takes what comes', async () => {
  house = await startHouse({ mode: 'http' });
  const { config, slack } = house;
  const clock = new HeldClock(DELAY_MS);
  const bot = await replaceBot(house, { clock, config: { ...config, stopDelayMs: DELAY_MS } });
  const stopped = bot.stop();
  const answer = await fetch(`http://127.0.0.1:${bot.port}/healthz`);
  expect([answer.status, await answer.json()]).toEqual([503, { ok: false }]);
  expect(await slack.as(slack.people.ana).command('list')).toMatchObject({ acked: true });
  await until(() => clock.held === 1);
  clock.letGo();
  await stopped;
  expect(slack.transcript.messages.some(({ text }) => text.includes('3 not installed'))).toBe(true);
  await expect(fetch(`http://127.0.0.1:${bot.port}/healthz`)).rejects.toThrow();
});

test('an upload that hangs does not hold up a stop, and leaves no file behind', async () => {
  house = await startHouse({ mode: 'http' });
  const bot = await replaceBot(house, { drainMs: 10 });
  const { config, service } = house;
  const inSpool = () => readdir(config.uploads.spoolDir);
  service.faults.add({ match: { path: /add-capability/ }, fault: { kind: 'silent' } });
  await startUpload(house, await goodZip());
  await until(async () => (await inSpool()).length === 1);
  await bot.stop();
  expect(await inSpool()).toEqual([]);
});

test('Update code… in an offer is answered when the bot stops during the comparison', async () => {
  house = await startHouse({ mode: 'http' });
  const { bot, slack } = house;
  const code = { 'weather/main.py': '# rain\n', 'weather/__init__.py': '' };
  const offer = await dropZip(house, await zipOf(code), 'weather.zip');
  const { letGo, until: held } = hold();
  slack.faults.add({ method: 'file', fault: { delayUntil: held } });
  await slack.as(slack.people.ana).click(offer, { text: 'Update code…' });
  const form = await slack.nextView((view) => renderText(view).includes('Loading…'));
  const stopped = bot.stop();
  const isAnswer = (view: View) =>
    view.id === form.id && renderText(view).includes('Its upload message shows the result.');
  await slack.nextView(isAnswer);
  letGo();
  await stopped;
});

test('a zip that Slack is slow to hand over when somebody opens its form is not left behind', async () => {
  house = await startHouse({ mode: 'http' });
  const bot = await replaceBot(house, { drainMs: 10 });
  const { config, slack } = house;
  const inSpool = () => readdir(config.uploads.spoolDir);
  const offer = await dropZip(house, await goodZip());
  const { letGo, until: held } = hold();
  slack.faults.add({ method: 'file', fault: { delayUntil: held } });
  await slack.as(slack.people.ana).click(offer, { text: 'Upload…' });
  await until(async () => (await inSpool()).length === 1);
  await bot.stop();
  expect(await inSpool()).toEqual([]);
  letGo();
});
