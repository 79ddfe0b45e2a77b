import { join } from 'node:path';
import type { LocalService } from '@abilities-bot/local-service';
import type { LocalSlack } from '@abilities-bot/local-slack';
import type { StoreOptions } from '../../../src/store/store.ts';
import { startBalancer } from './balancer.ts';
import { BotProcess } from './bot-process.ts';
import { createOwnDatabase } from './own-database.ts';

/** Several bots instead of one. */
export interface Replicas {
  count: number;
  /** A PostgreSQL server, where the bots get a database of their own until they are stopped. */
  server: string;
}

interface BotSurroundings {
  slack: LocalSlack;
  service: LocalService;
  /** The working directory of the bots, for their logs. */
  folder: string;
  /** The folder with the bots' data. */
  dataDir: string;
  /** The bot compiled to JavaScript; null runs the source. */
  compiled: string | null;
}

interface Bots {
  processes: readonly BotProcess[];
  /** Where they keep their data. */
  database: Pick<StoreOptions, 'databaseUrl' | 'dataDir'>;
  close: () => Promise<void>;
}

const envOf = ({ service, slack }: BotSurroundings) => ({
  SLACK_BOT_TOKEN: slack.botToken,
  SLACK_API_URL: slack.apiUrl,
  SERVICE_BASE_URL: service.baseUrl,
  SERVICE_API_KEY: service.apiKey,
  HOST: '127.0.0.1',
  PORT: '0',
});

/** One bot over Socket Mode, with a database file. */
export async function startOneBot(surroundings: BotSurroundings): Promise<Bots> {
  const { compiled, dataDir, folder, slack } = surroundings;
  const env = { ...envOf(surroundings), SLACK_APP_TOKEN: slack.appToken, DATA_DIR: dataDir };
  const bot = new BotProcess({ compiled, folder, logFile: join(folder, 'bot.log'), env });
  await bot.start();
  return { processes: [bot], database: { databaseUrl: null, dataDir }, close: () => bot.stop() };
}

/**
 * Bots over HTTP behind a load balancer, on one PostgreSQL database. As on separate machines, they share no folder.
 * @throws StartError when PostgreSQL does not answer or refuses.
 */
export async function startReplicas(surroundings: BotSurroundings, { count, server }: Replicas): Promise<Bots> {
  const { compiled, dataDir, folder, slack } = surroundings;
  const database = await createOwnDatabase(server, folder);
  const closers: (() => Promise<unknown>)[] = [() => database.drop()];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const processes = Array.from({ length: count }, (_, index) => {
      const env = {
        ...envOf(surroundings),
        SLACK_SIGNING_SECRET: slack.signingSecret,
        DATABASE_URL: database.url,
        DATA_DIR: join(dataDir, String(index + 1)),
        // The balancer checks each of them ten times a second.
        STOP_DELAY_SECONDS: '1',
      };
      return new BotProcess({ compiled, folder, logFile: join(folder, `bot-${index + 1}.log`), env });
    });
    closers.push(() => Promise.all(processes.map((bot) => bot.stop())));
    await Promise.all(processes.map((bot) => bot.start()));
    const balancer = await startBalancer(() => processes.flatMap(({ running }) => (running ? [running.port] : [])));
    closers.push(() => balancer.close());
    slack.useHttp(`${balancer.baseUrl}/slack/events`);
    return { processes, database: { databaseUrl: database.url, dataDir }, close };
  } catch (error) {
    await close();
    throw error;
  }
}
