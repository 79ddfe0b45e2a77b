import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Action, type PageState } from '@abilities-bot/local-slack/page';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startPagePlayground } from '../../packages/playground/src/start-page-playground.ts';
import { builtPlayground } from '../built-playground.ts';
import { makeFolder } from '../make-folder.ts';
import { databaseUrl, runOnServer } from '../store/postgresql-server.ts';
import { storeKinds } from '../store/stores.ts';
import { until } from '../until.ts';

const ANA = 'U0LOCALANA';
const OPS = 'C0LOCALOPS';

/** Far more than four bots need to start: other tests share the machine. */
const LONG = { timeout: 4 * 60_000 };

async function startReplicas(server: string) {
  const playground = await startPagePlayground({
    folder: await makeFolder(),
    port: 0,
    fresh: true,
    built: await builtPlayground(),
    replicas: { count: 3, server },
  });
  onTestFinished(() => playground.close());
  const read = async (): Promise<PageState> =>
    (await fetch(`${playground.url}/api/state?person=${ANA}`)).json() as Promise<PageState>;
  const act = async (action: Action): Promise<unknown> => {
    const response = await fetch(`${playground.url}/api/act`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Action.parse(action)),
    });
    return response.json();
  };
  /** Types one command after another, and waits until the page shows an answer to each. */
  const askTimes = async (times: number) => {
    const answers = async () => (await read()).messages.filter(({ text }) => text.startsWith('Your role is')).length;
    const before = await answers();
    for (let asked = 0; asked < times; asked += 1) {
      expect(await act({ do: 'command', person: ANA, channelId: OPS, text: 'whoami' })).toEqual({ ok: true });
    }
    await until(async () => (await answers()) >= before + times);
    expect(await answers()).toBe(before + times);
  };
  const isKilled = async (bot: number) => (await read()).troubles.find(({ name }) => name === `Bot ${bot} killed`)?.on;
  return { playground, act, askTimes, isKilled };
}

/** How many commands a bot has received. */
async function readCommands(port: number | undefined): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^abilities_slack_requests_total\{kind="command"\} (\d+)$/m.exec(text)?.[1] ?? 0);
}

/** The database that connections of this name use. */
async function findDatabase(application: string): Promise<unknown> {
  const [row] = await runOnServer(`select datname from pg_stat_activity where application_name = '${application}'`);
  return row?.datname;
}

const exists = async (database: unknown) =>
  (await runOnServer(`select 1 from pg_database where datname = '${database}'`)).length > 0;

describe.runIf(storeKinds.includes('postgresql'))('a playground with three bots', () => {
  test('continues when one is killed, and when it is back, and drops its database at the end', LONG, async () => {
    const application = `replicas-${randomBytes(4).toString('hex')}`;
    const server = new URL(databaseUrl('postgres'));
    server.searchParams.set('application_name', application);
    const { act, askTimes, isKilled, playground } = await startReplicas(server.href);
    const [first, second, third] = playground.bots;
    await askTimes(3);
    expect(await Promise.all(playground.bots.map(({ running }) => readCommands(running?.port)))).toEqual([1, 1, 1]);

    process.kill(first?.running?.pid ?? Number.NaN, 'SIGKILL');
    await until(async () => (await isKilled(1)) === true);
    await askTimes(6);
    const commands = await Promise.all([second, third].map((bot) => readCommands(bot?.running?.port)));
    expect(Math.min(...commands)).toBeGreaterThan(1);
    expect(commands.reduce((sum, count) => sum + count)).toBe(2 + 6);

    expect(await act({ do: 'trouble', trouble: 'bot-1-killed', on: false })).toEqual({ ok: true });
    expect(await isKilled(1)).toBe(false);
    await askTimes(6);
    expect(await readCommands(first?.running?.port)).toBeGreaterThan(0);

    const database = await findDatabase(application);
    expect(await exists(database)).toBe(true);
    await playground.close();
    expect(await exists(database)).toBe(false);
  });
});

test('without PostgreSQL the start names the address and what to do, without the password', async () => {
  // Port 1 is reserved, so nothing listens there.
  const start = startPagePlayground({
    folder: join(await makeFolder(), 'playground'),
    port: 0,
    fresh: true,
    built: await builtPlayground(),
    replicas: { count: 3, server: 'postgresql://bot:a-password@127.0.0.1:1/postgres' },
  });
  const error = await start.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(String(error)).toMatch(
    /No PostgreSQL server is responding at 127\.0\.0\.1:1\. Install and start one .*DATABASE_URL/,
  );
  expect(String(error)).not.toContain('a-password');
});
