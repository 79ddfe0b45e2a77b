import { type Fault, startLocalService } from '@abilities-bot/local-service';
import { type LocalSlack, startLocalSlack } from '@abilities-bot/local-slack';
import { expect, onTestFinished, test } from 'vitest';
import { DECLARED_APP } from '../../packages/playground/src/declared-app.ts';
import { loggerFor, runBot } from '../../src/app/run-bot.ts';
import { StartError } from '../../src/app/start-error.ts';
import { ConfigError, readConfig } from '../../src/config/config.ts';
import { makeFolder } from '../make-folder.ts';
import { PATIENT } from '../patient.ts';
import { runMain } from '../run-main.ts';
import { TYPED } from './matrix-rows.ts';
import { sees } from './matrix-watch.ts';
import { type Evidence, expectNoSecret, passesOf, printedIn, saidIn } from './secret-evidence.ts';
import { startCloudHouse } from './start-cloud-house.ts';
import { dropZip, openForm, saying, WORDS } from './upload-job.ts';
import { goodZip } from './zips.ts';

/** Made up, with characters that each encoding writes differently. */
const API_KEY = 'made-up/api+key=unlike~any_other';
const HTML = '<!doctype html><title>';

/** Each of some seventy answers may take three attempts. */
const LONG = { timeout: 180_000 };

/** A failing service that echoes its input. */
const echoesOf = (key: string): Fault[] => {
  const body = { detail: `The key ${key} is wrong`, code: key, [key]: [key] };
  return [
    ...[400, 401, 403, 404, 409, 413, 429, 500].map((status) => ({ kind: 'status', status, body }) as const),
    { kind: 'status', status: 401, body: `Invalid X-API-KEY: ${key}` },
    { kind: 'status', status: 502, body: `${HTML}${key}`, headers: { 'content-type': 'text/html' } },
    { kind: 'wrong-shape', body: [{ id: key, name: key, enabled: key }] },
    { kind: 'wrong-shape', body: { personalities: key } },
    { kind: 'redirect', location: `http://127.0.0.1:9/${key}` },
    { kind: 'reset' },
  ];
};

const LINES = ['agents', 'show News', 'disable News', 'enable News'];

/** Slack failures: an answer takes another path or none. */
const SLACK_TROUBLE = ['response_url', 'chat.postEphemeral', 'chat.postMessage', 'views.open', 'views.update', 'file'];

/** Every action in a workspace that might print something, each awaited. */
async function doEverything(
  slack: LocalSlack,
  faults: { add: (rule: { match: object; fault: Fault }) => void; clear: () => void },
  key: string,
): Promise<void> {
  const { ana } = slack.people;
  const asks = (line: string) => sees({ slack }, ana, /./, () => slack.as(ana).command(line));
  // Dropped before the failures, during which a form may be late.
  const offer = await dropZip({ slack }, await goodZip());
  await slack.as(ana).submit(await openForm({ slack }, offer), WORDS);
  await saying({ slack }, offer, 'Tides uploaded by');
  for (const { line } of TYPED) await asks(line);
  // Somebody types the key in the wrong place.
  await slack.as(ana).command(`connect ${key}`);
  await asks('help');
  for (const fault of echoesOf(key)) {
    faults.add({ match: {}, fault });
    for (const line of LINES) await asks(line);
    faults.clear();
  }
  for (const fault of [{ status: 500 }, { error: 'token_revoked' }, 'reset'] as const) {
    for (const method of SLACK_TROUBLE) slack.faults.add({ method, times: 3, fault });
    await slack.as(ana).command('assign Echo');
    await slack.as(ana).command('export');
    await slack.as(ana).command('disable News');
    slack.faults.clear();
    await asks('help');
  }
}

async function answersOf(port: number, paths: readonly string[]): Promise<Evidence[]> {
  return Promise.all(
    paths.map(async (path) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' });
      const head = JSON.stringify([...answer.headers]);
      return { where: path, text: `${head}\n${await answer.text()}` };
    }),
  );
}

/** Throws inside the process on request, like a bug. */
const FAILING = `data:text/javascript,${encodeURIComponent(`
  const secrets = () => Object.entries(process.env).filter(([name]) => /TOKEN|SECRET|KEY|URL/.test(name));
  process.on('SIGUSR2', () => { Promise.reject(Object.assign(new Error(JSON.stringify(secrets())), { secrets: secrets() })); });
  process.on('SIGHUP', () => setImmediate(() => { throw new Error(JSON.stringify(secrets())); }));
`)}`;

test('one workspace over Socket Mode, as a process: no secret it receives is printed', LONG, async () => {
  const slack = await startLocalSlack(DECLARED_APP);
  onTestFinished(() => slack.close());
  const service = await startLocalService({
    dataDir: await makeFolder(),
    apiKey: API_KEY,
    seed: 'demo',
    logger: false,
  });
  onTestFinished(() => service.close());
  const bot = await runMain({
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_APP_TOKEN: slack.appToken,
    SLACK_API_URL: slack.apiUrl,
    SERVICE_BASE_URL: service.baseUrl,
    SERVICE_API_KEY: API_KEY,
    LOG_LEVEL: 'debug',
    PORT: '0',
    DATA_DIR: await makeFolder(),
    NODE_OPTIONS: `--import=${FAILING}`,
  });
  const { port = 0 } = await bot.logged('bot ready');
  await slack.connected();
  await doEverything(slack, service.faults, API_KEY);
  const answers = await answersOf(port, ['/healthz', '/readyz', '/metrics', '/slack/events', '/slack/install']);
  bot.stop('SIGUSR2');
  await bot.logged('unhandled rejection');
  bot.stop('SIGHUP');
  const { code, stderr, stdout } = await bot.ended;
  expect(code).toBe(1);
  expect(stdout).toContain('service call');
  const passes = passesOf(slack);
  expect(Object.keys(passes).length).toBeGreaterThan(50);
  const printed = [...printedIn('standard output', stdout), ...printedIn('standard error', stderr)];
  const { botToken, appToken, signingSecret } = slack;
  expectNoSecret({ botToken, appToken, signingSecret, API_KEY }, [...printed, ...answers, ...saidIn(slack)]);
  expectNoSecret(passes, [...printed, ...answers]);
});

test(
  'several workspaces: no secret of theirs or of the app appears in the log, on a page or in Slack',
  LONG,
  async () => {
    const house = await startCloudHouse({ bot: { deadlines: PATIENT } });
    onTestFinished(() => house.close());
    const { accounts, bot, cloud, config, logLines, service } = house;
    await house.move('north');
    await house.move('south');
    const slack = cloud.workspaces.north;
    const unknownKey = await accounts.south.anotherKey();
    await doEverything(slack, service.faults, accounts.north.key);
    await slack.as(slack.people.ana).command(`connect ${unknownKey}`);
    await sees({ slack }, slack.people.ana, /./, () => slack.as(slack.people.ana).command('help'));
    const pages = ['/slack/install', '/slack/oauth_redirect', '/slack/oauth_redirect?code=made-up-code&state=made-up'];
    const answers = await answersOf(bot.port, ['/healthz', '/readyz', '/metrics', ...pages]);
    if (config.tenancy.kind !== 'multi') throw new Error('a house of several workspaces was expected');
    const { clientSecret, keys, stateSecret } = config.tenancy;
    const sealing = Object.fromEntries(
      [...keys.byId.values()].map((key, index) => [
        `encryption key ${index}`,
        key.export().toString('base64').slice(0, 42),
      ]),
    );
    const secrets = {
      clientSecret,
      stateSecret,
      signingSecret: cloud.signingSecret,
      unknownKey,
      ...sealing,
      ...Object.fromEntries(house.secrets().map((secret, index) => [`key or token ${index}`, secret])),
    };
    const printed = printedIn('the log', logLines.join(''));
    const said = [...saidIn(cloud.workspaces.north), ...saidIn(cloud.workspaces.south)];
    expectNoSecret(secrets, [...printed, ...answers, ...said]);
    expectNoSecret({ ...passesOf(slack), ...passesOf(cloud.workspaces.south) }, [...printed, ...answers]);
  },
);

const WRONG = {
  SLACK_BOT_TOKEN: 'made-up-bot-token',
  SLACK_APP_TOKEN: 'made-up-app-token',
  SLACK_SIGNING_SECRET: 'c0ffee00c0ffee00c0ffee00c0ffee00',
  SLACK_CLIENT_SECRET: 'made-up-client-secret',
  SLACK_STATE_SECRET: 'made-up-state-secret',
  SERVICE_API_KEY: 'made-up-kéy with\na line',
  SERVICE_JWT: 'made-up jwt with spaces',
  ENCRYPTION_KEY: 'made-up-encryption-key',
  DATABASE_URL: 'mysql://bot:made-up-password@127.0.0.1:9/bot',
  SERVICE_BASE_URL: 'http://bot:made-up-password@127.0.0.1:9/',
  SLACK_API_URL: 'ftp://made-up-address',
  PORT: 'made-up-port',
  LOG_LEVEL: 'made-up-level',
};

const RIGHT = {
  SLACK_BOT_TOKEN: 'xoxb-local',
  SLACK_SIGNING_SECRET: 'badc0de5badc0de5badc0de5badc0de5',
  SERVICE_API_KEY: 'local-key',
  SERVICE_BASE_URL: 'http://127.0.0.1:9',
  PORT: '0',
  SLACK_API_URL: 'http://127.0.0.1:9',
};

/** What a bot prints that does not start. */
async function readFailedStart(env: Record<string, string>): Promise<Evidence[]> {
  const logLines: string[] = [];
  try {
    const config = readConfig({ DATA_DIR: await makeFolder(), ...env });
    const bot = await runBot(config, loggerFor(config, { write: (line) => void logLines.push(line) }));
    await bot.stop();
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof StartError)) throw error;
    return [...printedIn('the log', logLines.join('')), { where: 'the sentence', text: error.message }];
  }
  throw new Error('The bot has started.');
}

test.each(Object.entries(WRONG))(
  'a secret that is a mistake in the settings is not repeated: %s',
  async (name, value) => {
    const printed = await readFailedStart({ ...RIGHT, [name]: value });
    expect(printed.map(({ text }) => text).join('\n')).not.toMatch(/made-up/);
  },
);

test('secrets that are mistakes in the settings are not printed by the process', async () => {
  const bot = await runMain({ ...RIGHT, ...WRONG });
  const { stderr, stdout } = await bot.ended;
  expect(stderr).toContain('SLACK_BOT_TOKEN');
  expect(stdout + stderr).not.toMatch(/made-up/);
});

test.each([
  ['that nobody listens at', 'postgresql://bot:made-up%40password@127.0.0.1:9/bot'],
  ['with its password in the query string', 'postgresql://127.0.0.1:9/bot?user=bot&password=made-up%40password'],
])('a database %s: the start fails in a sentence without its password', async (_what, DATABASE_URL) => {
  const slack = await startLocalSlack();
  onTestFinished(() => slack.close());
  const { apiUrl, botToken, signingSecret } = slack;
  const printed = await readFailedStart({
    SLACK_BOT_TOKEN: botToken,
    SLACK_SIGNING_SECRET: signingSecret,
    SLACK_API_URL: apiUrl,
    PORT: '0',
    SERVICE_BASE_URL: 'http://127.0.0.1:9',
    SERVICE_API_KEY: API_KEY,
    LOG_LEVEL: 'debug',
    DATABASE_URL,
  });
  expectNoSecret({ DATABASE_URL, password: 'made-up@password', botToken, signingSecret, API_KEY }, printed);
});
