import { type LocalSlack, startLocalSlack } from '@abilities-bot/local-slack';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { DECLARED_APP } from '../../packages/playground/src/declared-app.ts';
import { startBot } from '../../src/app/start-bot.ts';
import { createLogger } from '../../src/base/logger.ts';
import { readConfig } from '../../src/config/config.ts';
import { makeFolder } from '../make-folder.ts';
import { singleService } from '../single-service.ts';
import { makeDatabase } from '../store/databases.ts';
import { until } from '../until.ts';

const Ready = z.object({
  slack: z.object({ counts: z.object({ sockets: z.number(), processes: z.number() }).optional() }),
});

/** A Socket Mode bot with a store of its own or, given its URL, a shared one. */
async function open(slack: LocalSlack, databaseUrl: string | null = null) {
  const lines: string[] = [];
  const config = readConfig({
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_APP_TOKEN: slack.appToken,
    SLACK_API_URL: slack.apiUrl,
    SERVICE_BASE_URL: 'http://127.0.0.1:9',
    SERVICE_API_KEY: 'key-made-up-for-tests',
    PORT: '0',
    ...(databaseUrl === null ? { DATA_DIR: await makeFolder() } : { DATABASE_URL: databaseUrl }),
    SPOOL_DIR: await makeFolder(),
  });
  const log = createLogger('info', [], { write: (line) => void lines.push(line) });
  const bot = await startBot({ config, log, openService: () => singleService(config) });
  onTestFinished(() => bot.stop());
  const ready = async () => Ready.parse(await (await fetch(`http://127.0.0.1:${bot.port}/readyz`)).json()).slack;
  return { lines, ready };
}

async function openSlack() {
  const slack = await startLocalSlack(DECLARED_APP);
  onTestFinished(() => slack.close());
  return slack;
}

const WARNED = 'Slack counts 2 sockets for this app, but only 1 process of this bot is running';

test('a second bot on one app token warns, and says so in /readyz and to the doctor', async () => {
  const slack = await openSlack();
  const first = await open(slack);
  await until(async () => (await first.ready()).counts !== undefined);
  expect((await first.ready()).counts).toEqual({ sockets: 1, processes: 1 });
  const second = await open(slack);
  await until(() => second.lines.some((line) => line.includes(WARNED)));
  expect((await second.ready()).counts).toEqual({ sockets: 2, processes: 1 });
  expect(first.lines.some((line) => line.includes(WARNED))).toBe(false);

  // Slack gives one of them the command: the next socket's turn.
  const told = () => slack.transcript.messages.map(({ text }) => text.replaceAll('&amp;', '&'));
  await until(async () => {
    await slack.as(slack.people.ana).command('doctor');
    return told().some((text) => text.includes('Socket: Connected') && text.includes(WARNED));
  });
});

test('processes that share a store are no others', async () => {
  const slack = await openSlack();
  const database = await makeDatabase();
  const first = await open(slack, database);
  const second = await open(slack, database);
  await until(async () => (await second.ready()).counts !== undefined);
  expect((await second.ready()).counts).toEqual({ sockets: 2, processes: 2 });
  expect([...first.lines, ...second.lines].some((line) => line.includes('Slack counts'))).toBe(false);
});
