import type { LocalSlack } from '@abilities-bot/local-slack';
import * as z from 'zod';
import { BenchProcess } from './bench-process.ts';

export interface BotSurroundings {
  slack: LocalSlack;
  service: { baseUrl: string; apiKey: string };
  dataDir: string;
  mode: 'socket' | 'http';
  /** PostgreSQL instead of the file in `dataDir`. */
  databaseUrl?: string;
  /** Whether `processes/profiler.ts` runs in it. */
  isProfiled?: boolean;
}

const ReadyLine = z.object({ port: z.number() });

/** The bot as built, with its default settings. Over HTTP the local Slack sends to it from then on. */
export async function startBot({ databaseUrl, dataDir, isProfiled, mode, service, slack }: BotSurroundings) {
  const env = {
    SLACK_BOT_TOKEN: slack.botToken,
    ...(mode === 'socket' ? { SLACK_APP_TOKEN: slack.appToken } : { SLACK_SIGNING_SECRET: slack.signingSecret }),
    SLACK_API_URL: slack.apiUrl,
    SERVICE_BASE_URL: service.baseUrl,
    SERVICE_API_KEY: service.apiKey,
    PORT: '0',
    DATA_DIR: dataDir,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  };
  const bot = await BenchProcess.start('bot', env, /"bot ready"/, isProfiled);
  const { port } = ReadyLine.parse(JSON.parse(bot.said));
  const origin = `http://127.0.0.1:${port}`;
  const eventsUrl = `${origin}/slack/events`;
  if (mode === 'http') slack.useHttp(eventsUrl);
  else await slack.connected();
  return { bot, eventsUrl, origin };
}

/** Bolt alone, with the bot's receiver. */
export const startBareApp = (slack: LocalSlack) => startApp('bare-app', slack);

/** A plain Bolt app with the bot's list and help. */
export const startPlainApp = (slack: LocalSlack, { apiKey, baseUrl }: BotSurroundings['service']) =>
  startApp('plain-app', slack, { SERVICE_API_KEY: apiKey, SERVICE_BASE_URL: baseUrl });

async function startApp(name: 'bare-app' | 'plain-app', slack: LocalSlack, more: Record<string, string> = {}) {
  const env = {
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_SIGNING_SECRET: slack.signingSecret,
    SLACK_API_URL: slack.apiUrl,
    ...more,
  };
  const app = await BenchProcess.start(name, env, /^READY \d+$/);
  return { app, eventsUrl: `http://127.0.0.1:${app.said.slice('READY '.length)}/slack/events` };
}
