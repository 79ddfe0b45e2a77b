import { stat, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { startLocalService } from '@abilities-bot/local-service';
import { startLocalSlack } from '@abilities-bot/local-slack';
import { describe, expect, onTestFinished, test } from 'vitest';
import { credentials } from '../packages/local-slack/src/state/workspace-seed.ts';
import { UNHURRIED } from '../packages/local-slack/test/unhurried.ts';
import { openStore } from '../src/store/store.ts';
import { multiEnv } from './environments.ts';
import { makeFolder } from './make-folder.ts';
import { type Ended, runMain } from './run-main.ts';
import { listenOnAnyPort } from './service-client/listen-on-any-port.ts';
import { runSql } from './store/run-sql.ts';

const API_KEY = 'key-made-up-for-tests';
/** Enough to start; each test sets the addresses of Slack and the service. */
const settings = {
  SLACK_BOT_TOKEN: credentials.botToken,
  SERVICE_BASE_URL: 'http://127.0.0.1:9',
  SERVICE_API_KEY: API_KEY,
  PORT: '0',
};
const http = { SLACK_SIGNING_SECRET: credentials.signingSecret };
const socket = { SLACK_APP_TOKEN: credentials.appToken };

async function openSlack() {
  const slack = await startLocalSlack(UNHURRIED);
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
    const { stderr } = await (await runMain({ ...settings, ...socket }, folder)).ended;
    expect(stderr.match(/^ {2}- .*/gm)).toEqual(['  - LOG_LEVEL must be debug, info, warn or error.']);
  });
});

test('a Slack that refuses the bot token', async () => {
  const SLACK_API_URL = await openServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":false,"error":"invalid_auth"}'),
  );
  const bot = await runMain({ ...settings, ...http, SLACK_API_URL });
  expectSentence(await bot.ended, /^Slack rejects the token \(invalid_auth\)\. Check SLACK_BOT_TOKEN/);
});

test('over HTTP, with a service that answers: ready, alive, stopped by SIGTERM, and no secret in the whole log', async () => {
  const { apiUrl } = await openSlack();
  const SERVICE_BASE_URL = await openService();
  const given = { SLACK_API_URL: apiUrl, SERVICE_BASE_URL, DATA_DIR: await makeFolder() };
  const bot = await runMain({ ...settings, ...http, ...given, LOG_LEVEL: 'debug' });
  const { port } = await bot.logged('bot ready');
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  await bot.logged('service call');
  bot.stop('SIGTERM');
  const { code, log, stdout, stderr } = await bot.ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(log.filter(({ level }) => level >= 40)).toEqual([]);
  expect(stdout).not.toContain('made-up');
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
    const bot = await runMain({ ...several, KUBERNETES_SERVICE_HOST: '127.0.0.1', LOG_LEVEL: 'debug' });
    const { port } = await bot.logged('bot ready');
    const page = await fetch(`http://127.0.0.1:${port}/slack/install`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Install Abilities in Slack')]);
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    bot.stop('SIGTERM');
    const { code, log, stdout, stderr } = await bot.ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const warnings = log.filter(({ level }) => level >= 40).map(({ msg }) => msg);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^DATA_DIR is a relative path, and the bot runs in a container\. .* Set DATA_DIR to a path on a volume\.$/,
      ),
    ]);
    expect(stdout).not.toContain('made-up');
    expect(stdout).not.toContain(several.ENCRYPTION_KEY);
  });
});

test('a database that cannot be written to the end: it is logged, and the stop goes on to its end', async () => {
  const slack = await openSlack();
  const DATA_DIR = await makeFolder();
  const options = { databaseUrl: null, dataDir: DATA_DIR };
  await (await openStore(options)).close();
  await runSql(options, 'create table filler (bytes blob)');
  await runSql(options, 'insert into filler values (zeroblob(8000000)) returning 1');
  const { size } = await stat(join(DATA_DIR, 'bot.sqlite'));
  const env = { ...settings, ...socket, SLACK_API_URL: slack.apiUrl, DATA_DIR };
  // The write-ahead log has room for all writes; the main file, which gets them at the end, has none.
  const bot = await runMain(env, undefined, size);
  await bot.logged('bot ready');
  for (const word of ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']) {
    await slack.as(slack.people.gus).command(`disable ${word} ${'x'.repeat(900)}`);
  }
  bot.stop('SIGTERM');
  const { code, log, stderr } = await bot.ended;
  const [failed, ...others] = log.filter(({ level }) => level >= 50);
  expect({ msg: failed?.msg, step: failed?.step, others }).toEqual({
    msg: 'shutdown step failed',
    step: 'store',
    others: [],
  });
  expect(log.at(-1)?.msg).toBe('stopped');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

test('whose log nobody reads any more goes on, says so, and logs on standard error', async () => {
  const { apiUrl } = await openSlack();
  const bot = await runMain({ ...settings, ...http, SLACK_API_URL: apiUrl, SERVICE_BASE_URL: await openService() });
  const { port } = await bot.logged('bot ready');
  await bot.closeOutput();
  // Anything that is logged.
  const forged = {
    'x-slack-signature': `v0=${'0'.repeat(64)}`,
    'x-slack-request-timestamp': String(Math.floor(Date.now() / 1000)),
  };
  await fetch(`http://127.0.0.1:${port}/slack/events`, { method: 'POST', headers: forged, body: '{}' });
  await bot.warned('Standard output failed (EPIPE). The log continues on standard error.');
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  bot.stop('SIGTERM');
  const { code, stderr } = await bot.ended;
  expect({ code, last: stderr.trim().split('\n').at(-1) }).toEqual({
    code: 0,
    last: expect.stringContaining('stopped'),
  });
});

test('a second signal ends a stop that waits', async () => {
  const { apiUrl } = await openSlack();
  // A stop waits ten minutes for the load balancer, unless a second signal ends it.
  const bot = await runMain({ ...settings, ...http, SLACK_API_URL: apiUrl, STOP_DELAY_SECONDS: '600' });
  await bot.logged('bot ready');
  bot.stop('SIGINT');
  await bot.logged('stopping');
  bot.stop('SIGTERM');
  expect((await bot.ended).code).toBe(1);
});
