import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { startLocalService } from '@abilities-bot/local-service';
import { type LocalSlackOptions, startLocalSlack } from '@abilities-bot/local-slack';
import { describe, expect, onTestFinished, test } from 'vitest';
import { credentials } from '../../packages/local-slack/src/state/workspace-seed.ts';
import { DECLARED_APP } from '../../packages/playground/src/declared-app.ts';
import { runBot } from '../../src/app/run-bot.ts';
import { createLogger } from '../../src/base/logger.ts';
import { readConfig } from '../../src/config/config.ts';
import { multiEnv } from '../environments.ts';
import { makeFolder } from '../make-folder.ts';
import { listenOnAnyPort } from '../service-client/listen-on-any-port.ts';
import { newUpload } from '../store/new-upload.ts';
import { refuseWrites } from '../store/refuse-writes.ts';
import { runSql } from '../store/run-sql.ts';
import { openTestStore, storeKinds } from '../store/stores.ts';
import { examineHere, runDoctorCommand } from './run-doctor-command.ts';

/** One file each. */
const MIGRATIONS = readdirSync(new URL('../../src/store/migrations', import.meta.url)).length;

const API_KEY = 'key-made-up-for-tests';
const MODES = [
  ['Socket Mode', { SLACK_APP_TOKEN: credentials.appToken }],
  ['HTTP', { SLACK_SIGNING_SECRET: credentials.signingSecret }],
] as const;
const [, [, http]] = MODES;

async function openSlack(options: LocalSlackOptions = {}) {
  const slack = await startLocalSlack({ ...DECLARED_APP, ...options });
  onTestFinished(() => slack.close());
  return slack;
}

async function openServer(answer: RequestListener): Promise<string> {
  const server = await listenOnAnyPort(createServer(answer));
  onTestFinished(() => server.close());
  return server.baseUrl;
}

/** Valid settings. */
async function goodSettings() {
  const slack = await openSlack();
  const service = await startLocalService({
    dataDir: await makeFolder(),
    apiKey: API_KEY,
    seed: 'demo',
    logger: false,
  });
  onTestFinished(() => service.close());
  return {
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_API_URL: slack.apiUrl,
    SERVICE_BASE_URL: service.baseUrl,
    SERVICE_API_KEY: API_KEY,
    PORT: '0',
  };
}

const bads = (lines: Record<string, string>) =>
  Object.keys(lines).filter((subject) => lines[subject]?.startsWith('bad'));

test('as a process, before the first start: all is good, nothing is made, and it ends with 0', async () => {
  const { code, files, head, lines, stderr, stdout } = await runDoctorCommand({ ...(await goodSettings()), ...http });
  expect({ code, stderr, files }).toEqual({ code: 0, stderr: '', files: [] });
  expect(head).toBe('No problems found. 1 check was inconclusive.');
  expect(bads(lines)).toEqual([]);
  expect(stdout).not.toContain('made-up');
});

describe.each(MODES)('before the first start over %s', (mode, secret) => {
  test('all is good, and nothing is made', async () => {
    const { code, files, head, lines, stdout } = await examineHere({ ...(await goodSettings()), ...secret });
    const isSocket = mode === 'Socket Mode';
    expect({ code, files }).toEqual({ code: 0, files: [] });
    expect(head).toBe(
      isSocket ? 'No problems found. 2 checks were inconclusive.' : 'No problems found. 1 check was inconclusive.',
    );
    expect(bads(lines)).toEqual([]);
    expect(lines).toMatchObject({
      'Slack token': expect.stringContaining('good: Valid, for “Local Slack”'),
      Mode: `good: ${isSocket ? 'Socket Mode' : 'HTTP, at /slack/events'}, for one workspace.`,
      'Last event': 'unknown: Can only be checked while the bot is running.',
      Socket: isSocket ? 'unknown: Can only be checked while the bot is running.' : 'good: Not used over HTTP.',
      Store: 'good: No database in DATA_DIR yet. The first start creates it.',
      Migrations: 'good: None applied yet. The first start applies them.',
      Queue: 'good: No open uploads.',
      Port: 'good: PORT is 0: the system picks a free port.',
    });
    expect(Object.keys(lines).includes('App token')).toBe(isSocket);
    expect(stdout).not.toContain('made-up');
  });

  test('with a bot that runs already, which reports what only it knows', async () => {
    const settings = { ...(await goodSettings()), ...secret, DATA_DIR: await makeFolder() };
    const config = readConfig(settings);
    const bot = await runBot(config, createLogger('error', [], { write: () => undefined }));
    onTestFinished(() => bot.stop());
    const { port } = bot;
    const { code, lines } = await examineHere({ ...settings, PORT: String(port) });
    expect({ code, bads: bads(lines) }).toEqual({ code: 0, bads: [] });
    expect(lines.Port).toBe(`good: The bot is already listening on ${port} (PORT).`);
    expect(lines['Last event']).toBe('unknown: Slack has not sent anything to this process yet.');
    expect(lines.Socket).toMatch(mode === 'HTTP' ? /Not used over HTTP/ : /^good: Connected for \d+ s/);
    expect(lines).toMatchObject({
      Store: 'good: Up (file in DATA_DIR).',
      Migrations: `good: All ${MIGRATIONS} applied.`,
    });
  });

  test('with a bot that runs already, and whose store takes no writes', async () => {
    const settings = { ...(await goodSettings()), ...secret, DATA_DIR: await makeFolder() };
    const config = readConfig(settings);
    const bot = await runBot(config, createLogger('error', [], { write: () => undefined }));
    onTestFinished(() => bot.stop());
    await refuseWrites(config.store);
    const { code, lines } = await examineHere({ ...settings, PORT: String(bot.port) });
    expect({ code, bads: bads(lines) }).toEqual({ code: 1, bads: ['Store'] });
    expect(lines.Store).toMatch(/^bad: It can be read but not written to\. Check that the disk with DATA_DIR/);
  });

  test('reports all problems together, each with its fix, and exits with 1', async () => {
    const { apiUrl } = await openSlack({ scopes: ['commands'], now: () => Date.now() + 600_000 });
    const folder = await makeFolder();
    await writeFile(join(folder, 'file'), '');
    const server = await openServer((_request, response) => void response.end('<!doctype html><p>Hi'));
    const { code, lines, stdout } = await examineHere({
      SLACK_API_URL: apiUrl,
      SLACK_BOT_TOKEN: credentials.botToken,
      ...secret,
      ...(mode === 'HTTP' ? {} : { SLACK_APP_TOKEN: 'xapp-other-made-up' }),
      SERVICE_BASE_URL: server,
      SERVICE_API_KEY: API_KEY,
      PORT: new URL(server).port,
      DATA_DIR: join(folder, 'file'),
      SPOOL_DIR: join(folder, 'file', 'spool'),
    });
    expect(code).toBe(1);
    const appToken = mode === 'HTTP' ? [] : ['App token'];
    expect(bads(lines)).toEqual(['Scopes', ...appToken, 'Clock', 'Service', 'Directories', 'Port']);
    for (const subject of bads(lines)) expect(lines[subject]).toMatch(/\. [A-Z]/);
    const [, behind] = /It is (\d+) s behind/.exec(lines.Clock ?? '') ?? [];
    // A slow answer makes the reading less exact.
    expect(Math.abs(Number(behind) - 600)).toBeLessThan(60);
    expect(lines.Service).toContain('a web page. Correct SERVICE_BASE_URL');
    expect(lines.Port).toContain('Another program is listening');
    expect(stdout).not.toContain('made-up');
  });
});

test.each([
  [
    'refuses the token',
    (_request, response) => response.end('{"ok":false,"error":"account_inactive"}'),
    /account_inactive/,
  ],
  ['is cut', (request) => request.socket.resetAndDestroy(), /Slack can't be reached/],
  [
    'is a page',
    (_request, response) => response.end('<!doctype html><p>Log in'),
    /other than Slack answered \(status 200\)/,
  ],
] satisfies [string, RequestListener, RegExp][])('a Slack that %s', async (_what, answer, words) => {
  const SLACK_API_URL = await openServer(answer);
  const { code, lines } = await examineHere({ ...(await goodSettings()), ...http, SLACK_API_URL });
  expect({ code, bads: bads(lines) }).toEqual({ code: 1, bads: ['Slack token'] });
  expect(lines['Slack token']).toMatch(words);
});

test('as a process, with a problem: it ends with 1', async () => {
  const { code, lines, stderr } = await runDoctorCommand({
    ...(await goodSettings()),
    ...http,
    SERVICE_API_KEY: 'another-key-made-up',
  });
  expect({ code, stderr, bads: bads(lines) }).toEqual({ code: 1, stderr: '', bads: ['Service key'] });
});

test('a service that refuses the key, and one where nobody listens', async () => {
  const settings = { ...(await goodSettings()), ...http };
  const refused = await examineHere({ ...settings, SERVICE_API_KEY: 'another-key-made-up' });
  expect(bads(refused.lines)).toEqual(['Service key']);
  expect(refused.lines['Service key']).toContain('SERVICE_API_KEY');
  const away = await examineHere({ ...settings, SERVICE_BASE_URL: 'http://127.0.0.1:9' });
  expect(bads(away.lines)).toEqual(['Service']);
  expect(away.lines['Service key']).toMatch(/^unknown/);
});

test('all invalid settings are reported together, and no check runs', async () => {
  const { code, files, stderr, stdout } = await runDoctorCommand({ SLACK_BOT_TOKEN: 'made-up', PORT: 'x' });
  expect({ code, files, stdout }).toEqual({ code: 1, files: [], stdout: '' });
  expect(stderr.match(/^ {2}- \S+/gm)).toEqual([
    '  - SLACK_BOT_TOKEN',
    '  - PORT',
    '  - SLACK_SIGNING_SECRET',
    '  - SERVICE_BASE_URL',
    '  - SERVICE_API_KEY',
  ]);
  expect(stderr).not.toMatch(/^\s+at |made-up/m);
});

test.each(storeKinds)('a store that is there is read, and not migrated: %s', async (kind) => {
  const { options, store } = await openTestStore(kind);
  await store.of('T1').uploads.add(newUpload('u1'));
  const settings = {
    ...(await goodSettings()),
    ...http,
    DATA_DIR: options.dataDir,
    ...(options.databaseUrl === null ? {} : { DATABASE_URL: options.databaseUrl }),
  };
  const first = await examineHere(settings);
  expect(first.lines).toMatchObject({
    Store: expect.stringMatching(/^good: Up/),
    Migrations: `good: All ${MIGRATIONS} applied.`,
    Queue: expect.stringMatching(/^good: 1 open upload: 1 accepted\. 1 queued, the oldest for \d+ s\.$/),
  });
  await runSql(options, "update bot_migrations set name = '9999-later' where name = '0004-teams'");
  try {
    const { code, lines } = await examineHere(settings);
    expect({ code, bads: bads(lines) }).toEqual({ code: 1, bads: ['Migrations'] });
    expect(lines.Migrations).toContain('A newer version has migrated this database');
    expect(lines.Queue).toMatch(/^unknown/);
  } finally {
    await runSql(options, "update bot_migrations set name = '0004-teams' where name = '9999-later'");
  }
});

test('a store that cannot be used: a damaged file, and a server that is away', async () => {
  const settings = { ...(await goodSettings()), ...http };
  const DATA_DIR = await makeFolder();
  await writeFile(join(DATA_DIR, 'bot.sqlite'), 'no database at all, and long enough to be read as one'.repeat(20));
  const damaged = await examineHere({ ...settings, DATA_DIR });
  expect(bads(damaged.lines)).toEqual(['Store']);
  expect(damaged.lines.Store).toContain('is not a database, or is damaged');
  const DATABASE_URL = 'postgresql://ana:password-made-up@127.0.0.1:9/bot';
  const away = await examineHere({ ...settings, DATABASE_URL });
  expect(bads(away.lines)).toEqual(['Store']);
  expect(away.lines.Store).toMatch(/can't be reached \(ECONNREFUSED\)\. Check DATABASE_URL/);
  expect(away.stdout).not.toContain('made-up');
});

test('several workspaces: each is reported with its own findings', async () => {
  const { SERVICE_BASE_URL, SLACK_API_URL } = await goodSettings();
  const settings = { ...multiEnv, PORT: '0', SERVICE_BASE_URL, SLACK_API_URL };
  const { code, files, lines } = await examineHere(settings);
  expect({ code, files, bads: bads(lines) }).toEqual({ code: 0, files: [], bads: [] });
  expect(lines).toMatchObject({
    'Slack token': expect.stringMatching(/^unknown: Slack is reachable\. Each workspace has its own token/),
    Scopes: expect.stringMatching(/^unknown/),
    Clock: expect.stringMatching(/^good/),
    Service: expect.stringMatching(/^good: Up, responds in/),
    'Service key': expect.stringMatching(/^unknown/),
  });
});
