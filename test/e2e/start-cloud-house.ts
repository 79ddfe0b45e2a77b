import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalService, type LocalServiceOptions, startLocalService } from '@abilities-bot/local-service';
import {
  type InstallChoice,
  type InstallResult,
  type LocalSlackCloud,
  type LocalSlackCloudOptions,
  type OAuthApp,
  type Person,
  startLocalSlackCloud,
} from '@abilities-bot/local-slack';
import { UNHURRIED } from '../../packages/local-slack/test/unhurried.ts';
import { DECLARED_APP } from '../../packages/playground/src/declared-app.ts';
import { makeOpenService } from '../../src/app/open-service.ts';
import { loggerFor } from '../../src/app/run-bot.ts';
import { type Bot, type BotOptions, startBot } from '../../src/app/start-bot.ts';
import type { Clock } from '../../src/base/clock.ts';
import { type Config, readConfig } from '../../src/config/config.ts';
import { Metrics } from '../../src/metrics/metrics.ts';
import { createServiceClient, type ServiceClient } from '../../src/service/client.ts';
import { DISTRIBUTED_EVENTS } from '../../src/slack/workspace.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { PATIENT, PATIENT_STORE } from '../patient.ts';
import { madeUpKey } from '../secrets/made-up-keys.ts';

type House = 'north' | 'south';

export interface CloudHouseOptions<Name extends string> {
  /** Defaults to `north` and `south`. */
  workspaces?: LocalSlackCloudOptions<Name>['workspaces'];
  app?: Partial<OAuthApp>;
  service?: Partial<LocalServiceOptions>;
  /** How long Slack waits for an ack; defaults to much longer than its own 3 s. */
  ackTimeoutMs?: number;
  /** Further settings of the bot. */
  env?: Record<string, string>;
  /** Of the bots' calls to the service; default: the machine's. */
  serviceClock?: Clock;
  /** Options of the whole bot, such as upload timings. */
  bot?: Partial<BotOptions>;
}

/** A service account with the demo data. It shares its names with the others but not its IDs. */
export interface Account {
  key: string;
  /** The account as seen by a caller other than the bot. */
  client: ServiceClient;
  /** Another key of the same account. */
  anotherKey: () => Promise<string>;
}

/** Several workspaces of one local Slack, one bot for all of them, and one service with an account for each. */
export interface CloudHouse<Name extends string = House> {
  cloud: LocalSlackCloud<Name>;
  service: LocalService;
  /** None is connected until a test does so. */
  accounts: Readonly<Record<Name, Account>>;
  config: Config;
  bot: Bot;
  /** The bots' log, one JSON line each. */
  logLines: string[];
  /** The URL for installing the bot. */
  installUrl: string;
  install: (person: Person, choice?: InstallChoice) => Promise<InstallResult>;
  /** The workspace's `ana` connects it, with its account's key by default. */
  connect: (name: Name, key?: string) => Promise<void>;
  /** The workspace's `ana` installs the bot and connects it with its account's key. */
  move: (name: Name) => Promise<void>;
  /** Another process on the same database, which works on uploads immediately. The setup stops it. */
  startAnotherBot: (options?: Partial<BotOptions>) => Promise<Bot>;
  /** Selects the bot that gets the payloads of all workspaces from now on. */
  useBot: (bot: Bot) => void;
  /** The bot's own data, opened separately. */
  store: Store;
  /** All bytes of the bot's database. */
  readDatabase: () => Promise<Buffer>;
  /** The current account keys and workspace tokens. */
  secrets: () => string[];
  close: () => Promise<void>;
}

const APP = { clientId: '1111.2222', clientSecret: 'client-secret-made-up' };

export async function startCloudHouse<const Name extends string = House>(
  options: CloudHouseOptions<Name> = {},
): Promise<CloudHouse<Name>> {
  const dir = await mkdtemp(join(tmpdir(), 'abilities-cloud-house-'));
  const service = await startLocalService({ dataDir: join(dir, 'service'), logger: false, ...options.service });
  const workspaces = options.workspaces ?? (['north', 'south'] as readonly string[] as readonly Name[]);
  const cloud = await startLocalSlackCloud<Name>({
    ...DECLARED_APP,
    events: [...DECLARED_APP.events, ...DISTRIBUTED_EVENTS],
    workspaces,
    ...UNHURRIED,
    ...(options.ackTimeoutMs ? { ackTimeoutMs: options.ackTimeoutMs } : {}),
    app: { ...APP, ...options.app },
  });
  const config = readConfig({
    SLACK_CLIENT_ID: cloud.app.clientId,
    SLACK_CLIENT_SECRET: cloud.app.clientSecret,
    SLACK_STATE_SECRET: 'state-secret-made-up',
    SLACK_SIGNING_SECRET: cloud.signingSecret,
    SLACK_API_URL: cloud.apiUrl,
    ENCRYPTION_KEY: madeUpKey('cloud house'),
    SERVICE_BASE_URL: service.baseUrl,
    DATA_DIR: join(dir, 'bot'),
    PORT: '0',
    ...options.env,
  });
  const logLines: string[] = [];
  const log = loggerFor({ ...config, logLevel: 'debug' }, { write: (line: string) => void logLines.push(line) });
  const bots: Bot[] = [];
  const startAnotherBot = async (own: Partial<BotOptions> = {}) => {
    const metrics = new Metrics({ mode: 'http' });
    const bot = await startBot({
      config,
      log,
      deadlines: PATIENT,
      metrics,
      openService: makeOpenService(config, metrics, log, options.serviceClock),
      ...options.bot,
      ...own,
      uploads: { gatherMs: 10, ...options.bot?.uploads, ...own.uploads },
    });
    bots.push(bot);
    return bot;
  };
  const bot = await startAnotherBot();
  const address = (port: number, path: string) => `http://127.0.0.1:${port}/slack/${path}`;
  const useBot = ({ port }: Bot) => {
    cloud.useHttp(address(port, 'events'));
    cloud.setRedirectUris([address(port, 'oauth_redirect')]);
  };
  useBot(bot);

  const names = Object.keys(cloud.workspaces) as Name[];
  const openAccount = async (name: Name): Promise<[Name, Account]> => {
    const anotherKey = () => service.apiKeys.create(name);
    const key = await anotherKey();
    await service.seedDemo(name);
    const client = createServiceClient({ baseUrl: service.baseUrl, credential: { kind: 'api-key', value: key } });
    return [name, { key, client, anotherKey }];
  };
  const accounts = Object.fromEntries(await Promise.all(names.map(openAccount))) as Record<Name, Account>;

  const keys = config.tenancy.kind === 'multi' ? config.tenancy.keys : null;
  const store = await openStore({ ...config.store, ...PATIENT_STORE, keys });
  const installUrl = address(bot.port, 'install');
  const install = (person: Person, choice?: InstallChoice) => cloud.installAs(person, installUrl, choice);
  const connect = async (name: Name, key = accounts[name].key) => {
    const slack = cloud.workspaces[name];
    const ana = slack.as(slack.people.ana);
    await ana.command('connect');
    const form = await slack.nextView(({ definition }) => definition.callback_id === 'connect');
    await ana.submit(form, { api_key: key });
    const told = await slack.nextView(({ definition }) =>
      JSON.stringify(definition).includes('Account connected with'),
    );
    await ana.closeView(told);
  };
  return {
    cloud,
    service,
    accounts,
    config,
    store,
    bot,
    logLines,
    installUrl,
    install,
    connect,
    startAnotherBot,
    useBot,
    move: async (name) => {
      await install(cloud.workspaces[name].people.ana);
      await connect(name);
    },
    readDatabase: () => readFolder(join(dir, 'bot')),
    secrets: () => [
      ...names.map((name) => accounts[name].key),
      ...names.flatMap((name) => (cloud.workspaces[name].isInstalled() ? [cloud.workspaces[name].botToken] : [])),
    ],
    close: async () => {
      for (const running of bots) await running.stop();
      await store.close();
      await cloud.close();
      await service.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function readFolder(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Buffer.concat(await Promise.all(files.map(({ name, parentPath }) => readFile(join(parentPath, name)))));
}
