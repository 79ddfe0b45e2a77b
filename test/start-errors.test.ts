import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { startLocalSlack } from '@abilities-bot/local-slack';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { credentials } from '../packages/local-slack/src/state/workspace-seed.ts';
import { listeningAddresses } from '../packages/playground/test/listening-addresses.ts';
import { loggerFor, runBot } from '../src/app/run-bot.ts';
import { StartError } from '../src/app/start-error.ts';
import { readConfig } from '../src/config/config.ts';
import { multiEnv } from './environments.ts';
import { makeFolder } from './make-folder.ts';
import { listenOnAnyPort } from './service-client/listen-on-any-port.ts';
import { until } from './until.ts';

/** Enough to start; each test sets the addresses of Slack and the service. */
const settings = {
  SLACK_BOT_TOKEN: credentials.botToken,
  SERVICE_BASE_URL: 'http://127.0.0.1:9',
  SERVICE_API_KEY: 'key-made-up-for-tests',
  PORT: '0',
  HOST: '127.0.0.1',
};
const socket = { ...settings, SLACK_APP_TOKEN: credentials.appToken };
const http = { ...settings, SLACK_SIGNING_SECRET: credentials.signingSecret };
const MODES = [
  ['Socket Mode', socket],
  ['HTTP', http],
] as const;

async function openSlack(): Promise<string> {
  const slack = await startLocalSlack();
  onTestFinished(() => slack.close());
  return slack.apiUrl;
}

/** The URL of a server that handles every request this way. */
async function openServer(answer: RequestListener): Promise<string> {
  const server = await listenOnAnyPort(createServer(answer));
  onTestFinished(() => server.close());
  return server.baseUrl;
}
const answering =
  (body: object): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const cutting: RequestListener = (request) => request.socket.resetAndDestroy();
const silent: RequestListener = () => undefined;

const LogLine = z.object({ level: z.number(), msg: z.string().default('') });

/** The bot in this process, as `main.ts` starts it, until the test ends. */
async function run(env: Record<string, string>) {
  const config = readConfig({ DATA_DIR: await makeFolder(), ...env });
  const lines: z.infer<typeof LogLine>[] = [];
  const write = (line: string) => void lines.push(LogLine.parse(JSON.parse(line)));
  const bot = await runBot(config, loggerFor(config, { write }));
  onTestFinished(() => bot.stop());
  return { bot, warnings: () => lines.filter(({ level }) => level >= 40).map(({ msg }) => msg) };
}

/** What the operator reads when the bot does not start. */
async function sentenceOf(env: Record<string, string>): Promise<string> {
  const error = await run(env).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StartError);
  if (!(error instanceof StartError)) throw error;
  expect(error.message).not.toMatch(/\n|made-up/);
  return error.message;
}

describe('Slack', () => {
  const REINSTALL = 'Reinstalling the app can change the bot token.';

  test.each([
    ['Socket Mode', socket, 'SLACK_BOT_TOKEN and SLACK_APP_TOKEN'],
    ['HTTP', http, 'SLACK_BOT_TOKEN'],
  ])('that does not know the bot token, over %s', async (_mode, env, tokens) => {
    const SLACK_API_URL = await openSlack();
    expect(await sentenceOf({ ...env, SLACK_API_URL, SLACK_BOT_TOKEN: 'xoxb-other-made-up' })).toBe(
      `Slack rejects the token (invalid_auth). Check ${tokens}. ${REINSTALL}`,
    );
  });

  test('that does not know the app token', async () => {
    const SLACK_API_URL = await openSlack();
    expect(await sentenceOf({ ...socket, SLACK_API_URL, SLACK_APP_TOKEN: 'xapp-other-made-up' })).toBe(
      `Slack rejects the token (invalid_auth). Check SLACK_BOT_TOKEN and SLACK_APP_TOKEN. ${REINSTALL}`,
    );
  });

  test.each(['missing_scope', 'not_allowed_token_type'])('that answers %s', async (error) => {
    const SLACK_API_URL = await openServer(answering({ ok: false, error }));
    expect(await sentenceOf({ ...socket, SLACK_API_URL })).toBe(
      `Slack returned ${error}: SLACK_APP_TOKEN needs the scope connections:write. Generate a new token under Basic Information.`,
    );
  });

  test('that limits the rate', async () => {
    const SLACK_API_URL = await openServer((_request, response) =>
      response.writeHead(429, { 'retry-after': '30' }).end(),
    );
    expect(await sentenceOf({ ...http, SLACK_API_URL })).toBe(
      'Rate limited by Slack. Start the bot again in 30 seconds.',
    );
  });

  test.each([
    ['ratelimited', 'Rate limited by Slack. Start the bot again in 1 second.'],
    ['internal_error', 'Slack returned an internal error (internal_error). Start the bot again in a minute.'],
    ['service_unavailable', 'Slack returned an internal error (service_unavailable). Start the bot again in a minute.'],
  ])('that answers %s, which will pass', async (error, sentence) => {
    const SLACK_API_URL = await openServer(answering({ ok: false, error }));
    expect(await sentenceOf({ ...socket, SLACK_API_URL })).toBe(sentence);
  });

  test('that knows the token of no workspace', async () => {
    const SLACK_API_URL = await openServer(answering({ ok: true }));
    expect(await sentenceOf({ ...http, SLACK_API_URL })).toBe(
      'SLACK_BOT_TOKEN belongs to no workspace. Use the bot token (xoxb-…).',
    );
  });

  test('that cannot be reached', async () => {
    const SLACK_API_URL = await openServer(cutting);
    const { host } = new URL(SLACK_API_URL);
    expect(await sentenceOf({ ...http, SLACK_API_URL })).toBe(
      `Can't reach Slack at SLACK_API_URL (${host}). Check the URL and this machine's network.`,
    );
  });
});

describe('the machine', () => {
  /** Neither Slack nor the service is called at the start. */
  const several = { ...multiEnv, PORT: '0', HOST: '127.0.0.1', SLACK_API_URL: 'http://127.0.0.1:9' };

  test.each([...MODES, ['HTTP, with several workspaces', several] as const])(
    'has a port that is in use, over %s',
    async (_mode, env) => {
      const { port } = new URL(await openServer(silent));
      expect(await sentenceOf({ SLACK_API_URL: await openSlack(), ...env, PORT: port })).toBe(
        `Port ${port} is in use. Stop the program that uses it, or change PORT.`,
      );
    },
  );

  test('has a port for the metrics that is in use', async () => {
    const { port } = new URL(await openServer(silent));
    expect(await sentenceOf({ ...http, SLACK_API_URL: await openSlack(), METRICS_PORT: port })).toBe(
      `Port ${port} is in use. Stop the program that uses it, or change METRICS_PORT.`,
    );
  });

  test.each(MODES)('has another address than HOST, over %s', async (_mode, env) => {
    expect(await sentenceOf({ ...env, SLACK_API_URL: await openSlack(), HOST: '192.0.2.1' })).toBe(
      "HOST isn't one of this machine's addresses. Correct or remove it.",
    );
  });

  test('has a folder for files that cannot be written', async () => {
    const SPOOL_DIR = join(await makeFolder(), 'a-file');
    await writeFile(SPOOL_DIR, '');
    expect(await sentenceOf({ ...http, SLACK_API_URL: await openSlack(), SPOOL_DIR })).toBe(
      `Can't write to ${SPOOL_DIR}. Set SPOOL_DIR to a writable directory.`,
    );
  });
});

describe.runIf(process.platform === 'linux').each(MODES)('both ports over %s', (_mode, env) => {
  test.each([
    ['127.0.0.1', /^127\.0\.0\.1:\d+$/],
    ['', /^(::|0\.0\.0\.0):\d+$/],
  ])('listen where HOST “%s” says, and nowhere else', async (HOST, address) => {
    const { bot } = await run({ ...env, SLACK_API_URL: await openSlack(), METRICS_PORT: '0', HOST });
    // Other servers of the tests listen in this process too.
    const isOfBot = (one: string) => [bot.port, bot.metricsPort].some((port) => one.endsWith(`:${port}`));
    expect(bot.metricsPort).not.toBe(bot.port);
    expect((await listeningAddresses(process.pid)).filter(isOfBot)).toEqual([
      expect.stringMatching(address),
      expect.stringMatching(address),
    ]);
  });
});

test('what a killed process left behind is gone when the bot is ready', async () => {
  const SPOOL_DIR = await makeFolder();
  const left = join(SPOOL_DIR, 'abilities-upload-left');
  await mkdir(left);
  await utimes(left, 0, 0);
  await run({ ...http, SLACK_API_URL: await openSlack(), SPOOL_DIR });
  expect(await readdir(SPOOL_DIR)).toEqual([]);
});

describe('a service', () => {
  test.each([
    ['that cannot be reached', cutting, 'connection failed'],
    ['that refuses the key', (_, response) => void response.writeHead(401).end(), 'the credential'],
    [
      'that is a web page',
      (_, response) => void response.end('<!doctype html><p>Hi'),
      'the base URL returns a web page',
    ],
  ] satisfies [string, RequestListener, string][])(
    '%s is one sentence in the log of a bot that runs',
    async (_what, answer, words) => {
      const [SLACK_API_URL, SERVICE_BASE_URL] = [await openSlack(), await openServer(answer)];
      const { bot, warnings } = await run({ ...http, SLACK_API_URL, SERVICE_BASE_URL });
      await until(() => warnings().length > 0);
      expect((await fetch(`http://127.0.0.1:${bot.port}/healthz`)).status).toBe(200);
      await bot.stop();
      expect(warnings()).toEqual([expect.stringMatching(`^service check failed: .*${words}`)]);
    },
  );

  test('that says nothing at all does not hold up a stop', async () => {
    let asked = 0;
    const SERVICE_BASE_URL = await openServer(() => {
      asked += 1;
    });
    const { bot } = await run({ ...http, SLACK_API_URL: await openSlack(), SERVICE_BASE_URL });
    await until(() => asked > 0);
    await bot.stop();
    expect(asked).toBe(1);
  });
});
