import { join } from 'node:path';
import { startLocalService } from '@abilities-bot/local-service';
import { type CloudWorkspace, startLocalSlackCloud } from '@abilities-bot/local-slack';
import * as z from 'zod';
import { DECLARED_APP } from '../../../packages/playground/src/declared-app.ts';
import { DISTRIBUTED_EVENTS } from '../../../src/slack/workspace.ts';
import { madeUpKey, madeUpRing } from '../../secrets/made-up-keys.ts';
import { BenchProcess } from '../bench-process.ts';
import type { House } from '../house.ts';

const APP = { clientId: '1111.2222', clientSecret: 'client-secret-made-up' };
const ReadyLine = z.object({ port: z.number() });

/** The encryption keys of these bots. */
export const KEYS = madeUpRing('bench');

export interface MultiBotOptions {
  slack: { apiUrl: string; signingSecret: string };
  serviceUrl: string;
  databaseUrl: string;
  dataDir: string;
  env?: Record<string, string>;
}

/** The bot as built, for many workspaces. */
export async function startMultiBot({ dataDir, databaseUrl, env, serviceUrl, slack }: MultiBotOptions) {
  const settings = {
    SLACK_CLIENT_ID: APP.clientId,
    SLACK_CLIENT_SECRET: APP.clientSecret,
    SLACK_STATE_SECRET: 'state-secret-made-up',
    SLACK_SIGNING_SECRET: slack.signingSecret,
    SLACK_API_URL: slack.apiUrl,
    ENCRYPTION_KEY: madeUpKey('bench'),
    SERVICE_BASE_URL: serviceUrl,
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    ...env,
  };
  const bot = await BenchProcess.start('bot', settings, /"bot ready"/);
  const { port } = ReadyLine.parse(JSON.parse(bot.said));
  return { bot, origin: `http://127.0.0.1:${port}` };
}

export interface InstalledBot {
  slack: CloudWorkspace;
  eventsUrl: string;
  close: () => Promise<void>;
}

/** A bot for many workspaces, installed in one of them and connected to the demo account. */
export async function startInstalledBot({ dir }: House, databaseUrl: string): Promise<InstalledBot> {
  const service = await startLocalService({ dataDir: join(dir, 'service'), seed: 'demo', logger: false });
  const cloud = await startLocalSlackCloud({
    ...DECLARED_APP,
    events: [...DECLARED_APP.events, ...DISTRIBUTED_EVENTS],
    workspaces: ['north'],
    app: APP,
  });
  const dataDir = join(dir, 'bot');
  const { bot, origin } = await startMultiBot({ slack: cloud, serviceUrl: service.baseUrl, databaseUrl, dataDir });
  const eventsUrl = `${origin}/slack/events`;
  cloud.useHttp(eventsUrl);
  cloud.setRedirectUris([`${origin}/slack/oauth_redirect`]);
  const slack = cloud.workspaces.north;
  await cloud.installAs(slack.people.ana, `${origin}/slack/install`);
  const ana = slack.as(slack.people.ana);
  await ana.command('connect');
  const form = await slack.nextView(({ definition }) => definition.callback_id === 'connect');
  await ana.submit(form, { api_key: service.apiKey });
  await slack.nextView(({ definition }) => JSON.stringify(definition).includes('Account connected with'));
  return {
    slack,
    eventsUrl,
    close: async () => {
      await bot.stop();
      await cloud.close();
      await service.close();
    },
  };
}
