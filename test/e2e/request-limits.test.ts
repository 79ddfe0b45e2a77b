import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { postPayload } from '@abilities-bot/local-slack';
import { expect, onTestFinished, test } from 'vitest';
import { REQUEST_LIMITS, type RequestLimits } from '../../src/app/limit-requests.ts';
import { until } from '../until.ts';
import { startCloudHouse } from './start-cloud-house.ts';
import { startHouse } from './start-house.ts';

const TOTAL = 40_000;
const ONE = 30_000;
/** No request in this test times out. */
const PATIENT = {
  headersTimeout: 60_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 60_000,
  connectionsCheckingInterval: 60_000,
};
const LIMITS: RequestLimits = { bodyBytes: ONE, arrivingBytes: TOTAL, connections: 100, times: PATIENT };

interface Limited {
  port: number;
  metricsPort: number;
  /** Types a command and resolves to whether it was acked. */
  command: () => Promise<boolean>;
}

async function startOne(requestLimits: RequestLimits): Promise<Limited> {
  const house = await startHouse({ mode: 'http', metricsPort: 0, requestLimits });
  onTestFinished(house.close);
  const ana = house.slack.as(house.slack.people.ana);
  return { ...house.bot, command: async () => (await ana.command('list')).acked };
}

async function startMany(requestLimits: RequestLimits): Promise<Limited> {
  const house = await startCloudHouse({ bot: { requestLimits }, env: { METRICS_PORT: '0' } });
  onTestFinished(house.close);
  await house.install(house.cloud.workspaces.north.people.ana);
  const ana = house.cloud.workspaces.north.as(house.cloud.workspaces.north.people.ana);
  return { ...house.bot, command: async () => (await ana.command('list')).acked };
}

const BOTS = [
  ['of one workspace', startOne],
  ['of many workspaces', startMany],
] as const;

/** Resolves to everything received once the connection is closed. */
function send(port: number, text: string): { socket: Socket; answer: Promise<string>; closed: Promise<string> } {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let heard = '';
  // A connection cut off while sending may be reset.
  socket.on('error', () => undefined);
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(heard)));
  const answer = new Promise<string>((resolve) => {
    socket.on('data', (bytes) => {
      heard += bytes.toString('latin1');
      resolve(heard);
    });
  });
  socket.write(text);
  return { socket, answer, closed };
}

const head = (line: string, ...headers: string[]) =>
  `${[`${line} HTTP/1.1`, 'host: x', ...headers].join('\r\n')}\r\n\r\n`;
const LENGTH = `content-length: ${ONE}`;
const CHUNKED = 'transfer-encoding: chunked';
const EVENTS = 'POST /slack/events';

/** Fits only if nothing else counts against the limit. 401 means that it was read and has no signature. */
const probe = async (port: number) =>
  (await fetch(`http://127.0.0.1:${port}/slack/events`, { method: 'POST', body: 'x'.repeat(ONE) })).status;

test.each([
  ['a length', head(EVENTS, LENGTH)],
  ['chunks', head(EVENTS, CHUNKED)],
  ['Expect: 100-continue', head(EVENTS, LENGTH, 'expect: 100-continue')],
  ['an upgrade', head(EVENTS, LENGTH, 'connection: upgrade', 'upgrade: websocket')],
])('a body that is broken off makes room again: %s', async (_, text) => {
  const { port } = await startOne(LIMITS);
  const { socket } = send(port, text);
  await until(async () => (await probe(port)) === 503);
  socket.destroy();
  await until(async () => (await probe(port)) === 401);
});

test.each([
  ['a path that is not there', head('POST /nothing', LENGTH)],
  ['an address that is none', head('POST //', LENGTH)],
  ['chunks to a path that is not there', head('POST /nothing', CHUNKED)],
  ['Expect: 100-continue', head('POST /nothing', LENGTH, 'expect: 100-continue')],
  ['a GET with a body', head('GET /healthz', LENGTH)],
  ['the page of the installation', head('GET /slack/install', LENGTH)],
  ['where Slack sends an admin back', head('GET /slack/oauth_redirect', LENGTH)],
  [
    'one behind another on the same connection',
    `${head(EVENTS, 'content-length: 3')}abc${head('POST /nothing', LENGTH)}`,
  ],
  ['chunks that become too much', `${head(EVENTS, CHUNKED)}${(ONE + 1).toString(16)}\r\n${'a'.repeat(ONE + 1)}`],
  ['a chunk that is none', `${head(EVENTS, CHUNKED)}zz\r\n`],
])('a body that is answered before it has arrived makes room again: %s', async (_, text) => {
  const { port } = await startMany(LIMITS);
  const { answer, closed, socket } = send(port, text);
  expect(await answer).toMatch(/^HTTP\/1\.1 \d{3} /);
  socket.destroy();
  await closed;
  await until(async () => (await probe(port)) === 401);
});

test.each(BOTS)('a bot %s keeps an idle connection longer than a proxy does, on each port', async (_, start) => {
  const { metricsPort, port } = await start(REQUEST_LIMITS);
  for (const at of [port, metricsPort]) {
    const answer = await fetch(`http://127.0.0.1:${at}/healthz`);
    const [, seconds] = /^timeout=(\d+)$/.exec(answer.headers.get('keep-alive') ?? '') ?? [];
    expect(Number(seconds)).toBeGreaterThan(60);
  }
});

test('requests one after another on one connection are counted one at a time', async () => {
  const { port } = await startOne(LIMITS);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const post = () =>
    new Promise<[status: number | undefined, again: boolean]>((resolve, reject) => {
      const sent = request({ agent, port, host: '127.0.0.1', method: 'POST', path: '/slack/events' }, (answer) => {
        answer.resume().once('end', () => resolve([answer.statusCode, sent.reusedSocket]));
      });
      sent.once('error', reject).end('x'.repeat(ONE));
    });
  expect(await post()).toEqual([401, false]);
  for (let count = 0; count < 5; count += 1) expect(await post()).toEqual([401, true]);
});

test.each(BOTS)('a bot %s ends connections that are too slow, on each port', async (_, start) => {
  // Long enough for the installation and the command on a busy machine.
  const times = { ...PATIENT, headersTimeout: 5000, requestTimeout: 6000, connectionsCheckingInterval: 50 };
  const { command, metricsPort, port } = await start({ ...LIMITS, bodyBytes: 2 ** 19, arrivingBytes: 2 ** 25, times });
  const slow = [port, metricsPort].flatMap((at) => [
    send(at, ''),
    send(at, 'POST /slack/events HTTP/1.1\r\nhost: x\r\n'),
    send(at, `${head('GET /slack/install', LENGTH)}abc`),
    send(at, `${head(EVENTS, LENGTH)}abc`),
    send(at, `${head(EVENTS, CHUNKED)}3\r\nabc\r\n`),
  ]);
  await Promise.all(slow.map(({ closed }) => closed));
  expect(await command()).toBe(true);
});

test.each(BOTS)('a bot %s accepts no more connections than the limit, on each port', async (_, start) => {
  const connections = 20;
  const bot = await start({ ...LIMITS, bodyBytes: 2 ** 19, arrivingBytes: 2 ** 25, connections });
  for (const port of [bot.port, bot.metricsPort]) {
    const held = Array.from({ length: connections + 10 }, () => send(port, `${head(EVENTS, LENGTH)}abc`));
    let ended = 0;
    for (const { closed } of held)
      closed.then(
        () => (ended += 1),
        () => undefined,
      );
    await until(() => ended >= 10);
    for (const { socket } of held) socket.destroy();
  }
  await until(async () => bot.command().catch(() => false));
});

test('a request with a signature may come in pieces', async () => {
  const house = await startHouse({ mode: 'http' });
  onTestFinished(house.close);
  const { port } = house.bot;
  const body = JSON.stringify({ type: 'url_verification', challenge: 'said again' });
  const time = Math.floor(Date.now() / 1000);
  const digest = createHmac('sha256', house.slack.signingSecret).update(`v0:${time}:${body}`).digest('hex');
  const signature = [`x-slack-request-timestamp: ${time}`, `x-slack-signature: v0=${digest}`];
  const type = 'content-type: application/json';
  const text = head(EVENTS, type, ...signature, `content-length: ${body.length}`, 'connection: close') + body;
  const pieces = text.match(/[\s\S]{1,40}/g) ?? [];
  const { closed, socket } = send(port, '');
  for (const piece of pieces) {
    socket.write(piece);
    // Once this responds, the bot has read the previous request.
    await fetch(`http://127.0.0.1:${port}/healthz`);
  }
  expect(await closed).toContain('said again');
});

test('a form of 300 kB passes, and one over 512 kB does not', async () => {
  const house = await startHouse({ mode: 'http' });
  onTestFinished(house.close);
  const url = `http://127.0.0.1:${house.bot.port}/slack/events`;
  const form = (bytes: number) => ({
    ...{ type: 'view_submission', team: { id: house.slack.teamId }, user: { id: house.slack.people.ana.id } },
    view: { id: 'V1', callback_id: 'nothing', private_metadata: '', state: { values: {} }, hash: 'x'.repeat(bytes) },
  });
  expect((await postPayload(url, 'interaction', form(300_000), undefined)).status).toBe(200);
  expect((await postPayload(url, 'interaction', form(600_000), undefined)).status).toBe(413);
});
