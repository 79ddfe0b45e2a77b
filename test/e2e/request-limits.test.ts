import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { postPayload } from '@abilities-bot/local-slack';
import { describe, expect, onTestFinished, test } from 'vitest';
import { REQUEST_LIMITS, type RequestLimits } from '../../src/app/limit-requests.ts';
import { forgedSignature } from '../proof/hold-bodies.ts';
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
  // A connection that is cut off while sending may be reset.
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

const timestamp = (ago = 0) => `x-slack-request-timestamp: ${Math.floor(Date.now() / 1000) - ago}`;
const SIGNATURE = `x-slack-signature: v0=${'0'.repeat(64)}`;
/** Headers that may be Slack's. Whether they are is known once the body is there. */
const forged = () => [timestamp(), SIGNATURE];

/** 401: it was read, and the signature is wrong. */
const REJECTED = /^HTTP\/1\.1 401 /;

/** Sends all but the last byte of a body. */
function hold(port: number, bytes = ONE) {
  const connection = send(port, head(EVENTS, `content-length: ${bytes}`, ...forged()) + 'x'.repeat(bytes - 1));
  return { ...connection, complete: () => connection.socket.write('x') };
}

/** Resolves once the bot has read what was sent before. */
const isRead = (port: number) => fetch(`http://127.0.0.1:${port}/healthz`);

test('of too many bodies, the one that has been arriving for longest is dropped', async () => {
  const { port } = await startOne(LIMITS);
  const [first, second] = [hold(port), hold(port)];
  expect(await Promise.race([first.closed, second.closed])).toMatch(/^HTTP\/1\.1 503 /);
  const [kept] = [first, second].filter(({ socket }) => !socket.closed);
  kept?.complete();
  expect(await kept?.answer).toMatch(REJECTED);
});

test('large bodies are dropped before small ones that have been arriving for longer', async () => {
  const { port } = await startOne({ ...LIMITS, bodyBytes: 100_000, arrivingBytes: 110_000 });
  const small = hold(port);
  await isRead(port);
  const large = hold(port, 100_000);
  expect(await large.closed).toMatch(/^HTTP\/1\.1 503 /);
  small.complete();
  expect(await small.answer).toMatch(REJECTED);
});

test.each([
  ['has no signature', []],
  ['has no time', [SIGNATURE]],
  ['is too old', [timestamp(301), SIGNATURE]],
  ['has a signature of another form', [timestamp(), 'x-slack-signature: v1=abc']],
])('a body that %s is refused before it is read', async (_, headers) => {
  const { port } = await startOne(LIMITS);
  for (const size of [LENGTH, CHUNKED]) {
    const { closed } = send(port, head(EVENTS, size, ...headers));
    expect(await closed).toMatch(REJECTED);
  }
});

test.each(BOTS)('a bot %s is not held up by many bodies of which one byte arrives', async (_, start) => {
  const { command, port } = await start({ ...LIMITS, bodyBytes: 2 ** 19 });
  const held = Array.from({ length: 64 }, (_one, index) =>
    index % 2 === 0
      ? send(port, `${head(EVENTS, `content-length: ${2 ** 19}`, ...forged())}a`)
      : send(port, `${head(EVENTS, CHUNKED, ...forged())}1\r\na\r\n`),
  );
  await isRead(port);
  expect(await command()).toBe(true);
  expect(held.filter(({ socket }) => socket.closed)).toEqual([]);
});

test.each([
  ['a length', head(EVENTS, LENGTH, ...forged())],
  ['Expect: 100-continue', head(EVENTS, LENGTH, 'expect: 100-continue', ...forged())],
  ['an upgrade', head(EVENTS, LENGTH, 'connection: upgrade', 'upgrade: websocket', ...forged())],
])('a body that is broken off makes room again: %s', async (_, text) => {
  const { port } = await startOne(LIMITS);
  const broken = send(port, text + 'x'.repeat(ONE - 1));
  await isRead(port);
  broken.socket.destroy();
  await broken.closed;
  const next = hold(port);
  await isRead(port);
  next.complete();
  expect(await next.answer).toMatch(REJECTED);
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
  [
    'chunks that become too much',
    `${head(EVENTS, CHUNKED, ...forged())}${(ONE + 1).toString(16)}\r\n${'a'.repeat(ONE + 1)}`,
  ],
  ['a chunk that is none', `${head(EVENTS, CHUNKED, ...forged())}zz\r\n`],
])('a body that is answered before it has arrived takes no room: %s', async (_, text) => {
  const { port } = await startMany(LIMITS);
  const { answer, closed, socket } = send(port, text);
  expect(await answer).toMatch(/^HTTP\/1\.1 \d{3} /);
  socket.destroy();
  await closed;
  const next = hold(port);
  await isRead(port);
  next.complete();
  expect(await next.answer).toMatch(REJECTED);
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
  const headers = forgedSignature();
  const post = () =>
    new Promise<[status: number | undefined, again: boolean]>((resolve, reject) => {
      const to = { agent, headers, port, host: '127.0.0.1', method: 'POST', path: '/slack/events' };
      const sent = request(to, (answer) => {
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
    send(at, `${head(EVENTS, LENGTH, ...forged())}abc`),
    send(at, `${head(EVENTS, CHUNKED, ...forged())}3\r\nabc\r\n`),
  ]);
  await Promise.all(slow.map(({ closed }) => closed));
  expect(await command()).toBe(true);
});

describe.each(BOTS)('a bot %s with as many connections as it may have', (_, start) => {
  const connections = 20;
  const few = { ...LIMITS, bodyBytes: 2 ** 19, arrivingBytes: 2 ** 25, connections };

  test.each([
    ['nothing', () => ''],
    ['half of their headers', () => 'POST /slack/events HTTP/1.1\r\nhost: x\r\n'],
    ['half of their bodies', () => `${head(EVENTS, LENGTH, ...forged())}abc`],
  ])('answers Slack while all others have sent %s', async (_sent, text) => {
    const { command, port } = await start(few);
    const held = Array.from({ length: connections }, () => send(port, text()));
    await Promise.all(held.map(({ socket }) => once(socket, 'connect')));
    await isRead(port);
    expect(await command()).toBe(true);
  });

  test('keeps no more of them, on each port', async () => {
    const bot = await start(few);
    for (const port of [bot.port, bot.metricsPort]) {
      const held = Array.from({ length: connections + 10 }, () =>
        send(port, `${head(EVENTS, LENGTH, ...forged())}abc`),
      );
      await until(() => held.filter(({ socket }) => socket.closed).length >= 10);
    }
  });
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
    type: 'view_submission',
    team: { id: house.slack.teamId },
    user: { id: house.slack.people.ana.id },
    view: { id: 'V1', callback_id: 'nothing', private_metadata: '', state: { values: {} }, hash: 'x'.repeat(bytes) },
  });
  expect((await postPayload(url, 'interaction', form(300_000), undefined)).status).toBe(200);
  expect((await postPayload(url, 'interaction', form(600_000), undefined)).status).toBe(413);
});
