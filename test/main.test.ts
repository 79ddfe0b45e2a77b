import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { startLocalService } from '@abilities-bot/local-service';
import { startLocalSlack } from '@abilities-bot/local-slack';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listeningAddresses } from '../packages/playground/test/listening-addresses.ts';
import { openStore } from '../src/store/store.ts';
import { multiEnv } from './environments.ts';
import { makeFolder } from './make-folder.ts';
import { type Ended, runMain } from './run-main.ts';
import { listenOnAnyPort } from './service-client/listen-on-any-port.ts';
import { runSql } from './store/run-sql.ts';

const API_KEY = 'key-made-up-for-tests';
/** Enough to start; each test sets the addresses of Slack and the service. */
const settings = {
  SLACK_BOT_TOKEN: 'xoxb-local-made-up',
  SERVICE_BASE_URL: 'http://127.0.0.1:9',
  SERVICE_API_KEY: API_KEY,
  PORT: '0',
};
const MODES = [
  ['Socket Mode', { SLACK_APP_TOKEN: 'xapp-local-made-up' }],
  ['HTTP', { SLACK_SIGNING_SECRET: 'signing-secret-made-up' }],
] as const;

async function openSlack() {
  const slack = await startLocalSlack();
  onTestFinished(() => slack.close());
  return slack;
}

async function openService(): Promise<string> {
  const service = await startLocalService({
    dataDir: await makeFolder(),
    apiKey: API_KEY,
    seed: 'demo',
    logger: false,
  });
  onTestFinished(() => service.close());
  return service.baseUrl;
}

/** The URL of a server that handles every request this way. */
async function openServer(answer: RequestListener): Promise<string> {
  const server = await listenOnAnyPort(createServer(answer));
  onTestFinished(() => server.close());
  return server.baseUrl;
}
const refusing =
  (error: string): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ok: false, error }));
const cutting: RequestListener = (request) => request.socket.resetAndDestroy();
const silent: RequestListener = () => undefined;

/** A bot that cannot start prints one sentence and no stack. */
function expectSentence({ code, stderr }: Ended, sentence: string | RegExp): void {
  expect(stderr).toMatch(sentence);
  expect(stderr).not.toMatch(/^\s+at |Error:|node:internal|made-up/m);
  expect(code).toBe(1);
}

describe('settings', () => {
  test('that are invalid are reported together', async () => {
    const bot = await runMain({ SLACK_BOT_TOKEN: 'made-up', PORT: 'x', SERVICE_BASE_URL: 'http://ana:made-up@x/' });
    const ended = await bot.ended;
    expectSentence(ended, 'The bot did not start. Invalid settings');
    expect(ended.stderr.match(/^ {2}- \S+/gm)).toEqual([
      '  - SLACK_BOT_TOKEN',
      '  - PORT',
      '  - SERVICE_BASE_URL',
      '  - SLACK_SIGNING_SECRET',
      '  - SERVICE_API_KEY',
    ]);
    expect(ended.stdout).toBe('');
  });

  test('are read from .env too, and what is set outside wins', async () => {
    const folder = await makeFolder();
    await writeFile(join(folder, '.env'), 'SLACK_BOT_TOKEN=wrong\nLOG_LEVEL=loud\nPORT=x\n');
    const { stderr } = await (await runMain({ ...settings, SLACK_APP_TOKEN: 'xapp-local-made-up' }, folder)).ended;
    expect(stderr.match(/^ {2}- .*/gm)).toEqual(['  - LOG_LEVEL must be debug, info, warn or error.']);
  });
});

describe.each(MODES)('Slack over %s', (_mode, secret) => {
  test('that refuses the bot token', async () => {
    const SLACK_API_URL = await openServer(refusing('invalid_auth'));
    const bot = await runMain({ ...settings, ...secret, SLACK_API_URL });
    expectSentence(await bot.ended, /^Slack rejects the token \(invalid_auth\)\. Check SLACK_BOT_TOKEN/);
  });

  test('that does not know the bot token', async () => {
    const { apiUrl } = await openSlack();
    const bot = await runMain({ ...settings, ...secret, SLACK_API_URL: apiUrl, SLACK_BOT_TOKEN: 'xoxb-other-made-up' });
    expectSentence(await bot.ended, /^Slack rejects the token \(invalid_auth\)\. Check SLACK_BOT_TOKEN/);
  });

  test('that cannot be reached', async () => {
    const SLACK_API_URL = await openServer(cutting);
    const bot = await runMain({ ...settings, ...secret, SLACK_API_URL });
    const { host } = new URL(SLACK_API_URL);
    expectSentence(await bot.ended, `Can't reach Slack at SLACK_API_URL (${host}).`);
  });

  test('with a port that is in use', async () => {
    const { apiUrl } = await openSlack();
    const { port } = new URL(await openServer(silent));
    const bot = await runMain({ ...settings, ...secret, SLACK_API_URL: apiUrl, PORT: port });
    expectSentence(await bot.ended, `Port ${port} is in use. Stop the other program, or change PORT.`);
  });

  test('with a port for the metrics that is in use', async () => {
    const { apiUrl } = await openSlack();
    const { port } = new URL(await openServer(silent));
    const bot = await runMain({ ...settings, ...secret, SLACK_API_URL: apiUrl, METRICS_PORT: port });
    expectSentence(await bot.ended, `Port ${port} is in use. Stop the other program, or change METRICS_PORT.`);
  });

  test.skipIf(process.platform !== 'linux')('listens where HOST says, with both ports, and nowhere else', async () => {
    const { apiUrl } = await openSlack();
    const both = { ...settings, ...secret, SLACK_API_URL: apiUrl, METRICS_PORT: '0' };
    const bot = await runMain({ ...both, HOST: '127.0.0.1' });
    await bot.logged('the bot is ready');
    const loopback = expect.stringMatching(/^127\.0\.0\.1:\d+$/);
    expect(await listeningAddresses(bot.pid)).toEqual([loopback, loopback]);
    const open = await runMain(both);
    await open.logged('the bot is ready');
    const everywhere = expect.stringMatching(/^(::|0\.0\.0\.0):\d+$/);
    expect(await listeningAddresses(open.pid)).toEqual([everywhere, everywhere]);
  });

  test('with a HOST of another machine', async () => {
    const { apiUrl } = await openSlack();
    const bot = await runMain({ ...settings, ...secret, SLACK_API_URL: apiUrl, HOST: '192.0.2.1' });
    expectSentence(await bot.ended, 'HOST is not an address of this machine. Correct or remove it.');
  });

  test('and a service that answers: ready, alive, stopped by SIGTERM, and no secret in the whole log', async () => {
    const { apiUrl } = await openSlack();
    const SERVICE_BASE_URL = await openService();
    const bot = await runMain({ ...settings, ...secret, SLACK_API_URL: apiUrl, SERVICE_BASE_URL, LOG_LEVEL: 'debug' });
    const { port } = await bot.logged('the bot is ready');
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    await bot.logged('service call');
    bot.stop('SIGTERM');
    const { code, log, stdout, stderr } = await bot.ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(log.filter(({ level }) => level >= 40)).toEqual([]);
    expect(stdout).not.toContain('made-up');
  });
});

describe('several workspaces', () => {
  /** Nothing listens at the addresses of Slack and the service: neither is called at the start. */
  const several = {
    ...multiEnv,
    PORT: '0',
    SERVICE_BASE_URL: 'http://127.0.0.1:9',
    SLACK_API_URL: 'http://127.0.0.1:9',
  };

  test('start without Slack and without the service, show where to install, and keep their secrets out of the log', async () => {
    const bot = await runMain({ ...several, LOG_LEVEL: 'debug' });
    const { port } = await bot.logged('the bot is ready');
    const page = await fetch(`http://127.0.0.1:${port}/slack/install`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Install Abilities in Slack')]);
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    bot.stop('SIGTERM');
    const { code, log, stdout, stderr } = await bot.ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(log.filter(({ level }) => level >= 40)).toEqual([]);
    expect(stdout).not.toContain('made-up');
    expect(stdout).not.toContain(several.ENCRYPTION_KEY);
  });

  test('without a key to seal with do not start', async () => {
    const bot = await runMain({ ...several, ENCRYPTION_KEY: '' });
    expectSentence(await bot.ended, 'ENCRYPTION_KEY is not set. It encrypts the tokens and API keys');
  });

  test('with a port that is in use', async () => {
    const { port } = new URL(await openServer(silent));
    const bot = await runMain({ ...several, PORT: port });
    expectSentence(await bot.ended, `Port ${port} is in use. Stop the other program, or change PORT.`);
  });
});

test('a folder for files that cannot be written', async () => {
  const { apiUrl } = await openSlack();
  const SPOOL_DIR = join(await makeFolder(), 'a-file');
  await writeFile(SPOOL_DIR, '');
  const bot = await runMain({ ...settings, ...MODES[1][1], SLACK_API_URL: apiUrl, SPOOL_DIR });
  expectSentence(await bot.ended, `Can't write to ${SPOOL_DIR}. Set SPOOL_DIR to a writable folder.`);
});

test('what a killed process left behind is gone when the bot is ready', async () => {
  const { apiUrl } = await openSlack();
  const SPOOL_DIR = await makeFolder();
  const left = join(SPOOL_DIR, 'abilities-upload-left');
  await mkdir(left);
  await utimes(left, 0, 0);
  const bot = await runMain({ ...settings, ...MODES[1][1], SLACK_API_URL: apiUrl, SPOOL_DIR });
  await bot.logged('the bot is ready');
  expect(await readdir(SPOOL_DIR)).toEqual([]);
});

test('an app token that Slack does not know', async () => {
  const { apiUrl } = await openSlack();
  const bot = await runMain({ ...settings, SLACK_API_URL: apiUrl, SLACK_APP_TOKEN: 'xapp-other-made-up' });
  expectSentence(await bot.ended, /^Slack rejects the token \(invalid_auth\)\..*SLACK_APP_TOKEN/);
});

test('a database that cannot be written to the end: it is logged, and the stop goes on to its end', async () => {
  const slack = await openSlack();
  const DATA_DIR = await makeFolder();
  const options = { databaseUrl: null, dataDir: DATA_DIR };
  await (await openStore(options)).close();
  await runSql(options, 'create table filler (bytes blob)');
  await runSql(options, 'insert into filler values (zeroblob(8000000)) returning 1');
  const { size } = await stat(join(DATA_DIR, 'bot.sqlite'));
  const socket = { ...settings, ...MODES[0][1], SLACK_API_URL: slack.apiUrl, DATA_DIR };
  // The write-ahead log has room for all writes; the main file, which gets them at the end, has none.
  const bot = await runMain(socket, undefined, size);
  await bot.logged('the bot is ready');
  for (const word of ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']) {
    await slack.as(slack.people.gus).command(`disable ${word} ${'x'.repeat(900)}`);
  }
  bot.stop('SIGTERM');
  const { code, log, stderr } = await bot.ended;
  const [failed, ...others] = log.filter(({ level }) => level >= 50);
  expect({ msg: failed?.msg, step: failed?.step, others }).toEqual({
    ...{ msg: 'a shutdown step failed', step: 'store', others: [] },
  });
  expect(log.at(-1)?.msg).toBe('stopped');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

describe('a service', () => {
  const [, [, http]] = MODES;

  test.each([
    ['that cannot be reached', cutting, 'connection failed'],
    ['that refuses the key', (_, response) => void response.writeHead(401).end(), 'the credential'],
    [
      'that is a web page',
      (_, response) => void response.end('<!doctype html><p>Hi'),
      'the base URL leads to a web page',
    ],
  ] satisfies [string, RequestListener, string][])(
    '%s is one sentence in the log of a bot that runs',
    async (_what, answer, words) => {
      const { apiUrl } = await openSlack();
      const SERVICE_BASE_URL = await openServer(answer);
      const bot = await runMain({ ...settings, ...http, SLACK_API_URL: apiUrl, SERVICE_BASE_URL });
      const { port } = await bot.logged('the bot is ready');
      const warning = await bot.logged('Service check failed.');
      expect(warning.msg).toContain(words);
      expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
      bot.stop('SIGINT');
      const { code, log } = await bot.ended;
      expect(code).toBe(0);
      expect(log.filter(({ level }) => level >= 40)).toHaveLength(1);
    },
  );

  test('that says nothing at all does not hold up a stop', async () => {
    const { apiUrl } = await openSlack();
    const SERVICE_BASE_URL = await openServer(silent);
    const bot = await runMain({ ...settings, ...http, SLACK_API_URL: apiUrl, SERVICE_BASE_URL });
    await bot.logged('the bot is ready');
    bot.stop('SIGTERM');
    expect((await bot.ended).code).toBe(0);
  });
});

test.each([
  ['SIGTERM', 'SIGTERM'],
  ['SIGTERM', 'SIGINT'],
  ['SIGINT', 'SIGTERM'],
] as const)('a second signal ends a stop that waits: %s, then %s', async (first, second) => {
  const { apiUrl } = await openSlack();
  // A stop waits ten minutes for the load balancer, unless a second signal ends it.
  const bot = await runMain({ ...settings, ...MODES[1][1], SLACK_API_URL: apiUrl, STOP_DELAY_SECONDS: '600' });
  await bot.logged('the bot is ready');
  bot.stop(first);
  await bot.logged('stopping');
  bot.stop(second);
  expect((await bot.ended).code).toBe(1);
});
