import { join } from 'node:path';
import type { LocalSlack, Message } from '@abilities-bot/local-slack';
import { databaseUrl, runOnServer } from '../../store/postgresql-server.ts';
import type { House } from '../house.ts';
import { startBot } from '../start-bot.ts';
import { startService } from '../start-service.ts';

const PATIENCE_MS = 20_000;

/** Runs `work` with an empty database of this name, which is dropped afterwards. */
export async function withDatabase<T>(name: string, work: (url: string) => Promise<T>): Promise<T> {
  await runOnServer(`drop database if exists ${name} with (force)`);
  await runOnServer(`create database ${name}`);
  try {
    return await work(databaseUrl(name));
  } finally {
    await runOnServer(`drop database if exists ${name} with (force)`);
  }
}

export interface Replica {
  pid: number;
  eventsUrl: string;
}

/** One workspace, the demo account, and bots over HTTP on one database. */
export interface Replicas {
  slack: LocalSlack;
  service: { baseUrl: string; apiKey: string };
  bots: readonly [Replica, ...Replica[]];
  close: () => Promise<void>;
}

export async function startReplicas(
  { dir, startSlack }: House,
  { count, name, url }: { count: number; name: string; url: string },
): Promise<Replicas> {
  const slack = await startSlack();
  const service = await startService({ dataDir: join(dir, name, 'service'), seed: 'demo' });
  const start = async (number: number) => {
    const dataDir = join(dir, name, `bot-${number}`);
    return startBot({ slack, service, dataDir, mode: 'http', databaseUrl: url });
  };
  const first = await start(1);
  const others = await Promise.all(Array.from({ length: count - 1 }, (_, index) => start(index + 2)));
  const all = [first, ...others] as const;
  const toReplica = ({ bot, eventsUrl }: Awaited<ReturnType<typeof startBot>>) => ({ pid: bot.pid, eventsUrl });
  return {
    slack,
    service,
    bots: [toReplica(first), ...others.map(toReplica)],
    close: async () => {
      for (const { bot } of all) await bot.stop();
      await service.process.stop();
    },
  };
}

/** The next message with these words. @throws with the workspace's content if there is none in time. */
export const hear = (slack: LocalSlack, words: string, after: number): Promise<Message> =>
  slack.nextMessage(({ text }) => text.includes(words), { after, signal: AbortSignal.timeout(PATIENCE_MS) });
