import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Exchange, type LocalService, startLocalService } from '@abilities-bot/local-service';
import { type CloudWorkspace, type LocalSlackCloud, startLocalSlackCloud } from '@abilities-bot/local-slack';
import { UNHURRIED } from '../../packages/local-slack/test/unhurried.ts';
import { startBalancer } from '../../packages/playground/src/balancer.ts';
import { DECLARED_APP } from '../../packages/playground/src/declared-app.ts';
import { DISTRIBUTED_EVENTS } from '../../src/slack/workspace.ts';
import { madeUpKey } from '../secrets/made-up-keys.ts';
import { BotProcess } from './bot-process.ts';
import { HandledRequests } from './handled-requests.ts';

/** A workspace that has installed the bot and connected its own account. */
export interface ProofWorkspace {
  slack: CloudWorkspace;
  /** Its account at the service. */
  service: Pick<LocalService, 'apiKey' | 'baseUrl'>;
}

export interface CloudProofHouse {
  workspaces: readonly ProofWorkspace[];
  bots: BotProcess[];
  /** Which bot got which request, and which bots were killed. */
  handled: HandledRequests;
  /** The changes that the service has received from everybody, with their answers. */
  changes: readonly Exchange[];
  close: () => Promise<void>;
}

export interface CloudProofOptions {
  databaseUrl: string;
  replicas: number;
  workspaces: number;
}

/** `wsaa`, `wsab` and so on: names of workspaces have letters only. */
const nameOf = (number: number): string =>
  `ws${String.fromCharCode(97 + Math.floor(number / 26))}${String.fromCharCode(97 + (number % 26))}`;

/** Many workspaces and their accounts in this process, bots as separate processes behind a balancer, one database. */
export async function startCloudProofHouse(options: CloudProofOptions): Promise<CloudProofHouse> {
  const dir = await mkdtemp(join(tmpdir(), 'abilities-cloud-proof-'));
  const closers: (() => Promise<unknown>)[] = [() => rm(dir, { recursive: true, force: true })];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const changes: Exchange[] = [];
    const service = await startLocalService({
      dataDir: join(dir, 'service'),
      logger: false,
      onExchange: (exchange) => void (exchange.method !== 'GET' && changes.push(exchange)),
    });
    closers.push(() => service.close());
    const cloud = await startLocalSlackCloud({
      ...DECLARED_APP,
      events: [...DECLARED_APP.events, ...DISTRIBUTED_EVENTS],
      ...UNHURRIED,
      workspaces: Array.from({ length: options.workspaces }, (_, number) => nameOf(number)),
      app: { clientId: '1111.2222', clientSecret: 'client-secret-made-up' },
    });
    closers.push(() => cloud.close());
    const bots = Array.from({ length: options.replicas }, (_, number) => {
      const env = envOf(cloud, service, options.databaseUrl);
      return new BotProcess({ ...env, DATA_DIR: join(dir, `bot-${number + 1}`) });
    });
    closers.push(() => Promise.all(bots.map((bot) => bot.kill())));
    await Promise.all(bots.map((bot) => bot.start()));
    const handled = new HandledRequests();
    const portsOf = () => bots.flatMap(({ port }) => (port === null ? [] : [port]));
    const balancer = await startBalancer(portsOf, (port, body) => handled.forwarded(port, body));
    closers.push(() => balancer.close());
    cloud.useHttp(`${balancer.baseUrl}/slack/events`);
    cloud.setRedirectUris([`${balancer.baseUrl}/slack/oauth_redirect`]);
    const workspaces: ProofWorkspace[] = [];
    for (const [name, slack] of Object.entries(cloud.workspaces)) {
      const apiKey = await service.apiKeys.create(name);
      await service.seedDemo(name);
      await cloud.installAs(slack.people.ana, `${balancer.baseUrl}/slack/install`);
      await connect(slack, apiKey);
      workspaces.push({ slack, service: { apiKey, baseUrl: service.baseUrl } });
    }
    return { workspaces, bots, handled, changes, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const envOf = (cloud: LocalSlackCloud<string>, service: LocalService, databaseUrl: string) => ({
  SLACK_CLIENT_ID: cloud.app.clientId,
  SLACK_CLIENT_SECRET: cloud.app.clientSecret,
  SLACK_STATE_SECRET: 'state-secret-made-up',
  SLACK_SIGNING_SECRET: cloud.signingSecret,
  SLACK_API_URL: cloud.apiUrl,
  ENCRYPTION_KEY: madeUpKey('cloud proof house'),
  SERVICE_BASE_URL: service.baseUrl,
  // The service answers always: on a busy machine it may only be late.
  SERVICE_TIMEOUT_MS: '60000',
  // Both people of each workspace replace Abilities.
  MEMBER_ROLE: 'admin',
  PORT: '0',
  DATABASE_URL: databaseUrl,
});

/** The workspace's `ana` connects its account. */
async function connect(slack: CloudWorkspace, apiKey: string): Promise<void> {
  const ana = slack.as(slack.people.ana);
  await ana.command('connect');
  const form = await slack.nextView(({ definition }) => definition.callback_id === 'connect');
  await ana.submit(form, { api_key: apiKey });
  const told = await slack.nextView(({ definition }) => JSON.stringify(definition).includes('Account connected with'));
  await ana.closeView(told);
}
