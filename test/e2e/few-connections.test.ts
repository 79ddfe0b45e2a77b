import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { type Clock, systemClock } from '../../src/base/clock.ts';
import { PATIENT } from '../patient.ts';
import { makeDatabase } from '../store/databases.ts';
import { type FewConnections, limitConnections } from '../store/few-connections.ts';
import { runOnServer } from '../store/postgresql-server.ts';
import { openWire } from '../store/postgresql-wire.ts';
import { storeKinds } from '../store/stores.ts';
import { until } from '../until.ts';
import { answerCrowd } from './crowd.ts';
import { type CloudHouse, type CloudHouseOptions, startCloudHouse } from './start-cloud-house.ts';

const AWAY = /^I can't reach my database right now, so nothing changed\. Try again in a minute\. \(ref [0-9a-f]{6}\)$/;

const Ready = z.object({
  store: z.object({ ok: z.boolean(), problem: z.string().nullable(), connections: z.object({ limit: z.number() }) }),
});

async function readReady({ bot }: CloudHouse): Promise<{ status: number; store: z.infer<typeof Ready>['store'] }> {
  const answer = await fetch(`http://127.0.0.1:${bot.port}/readyz`);
  return { status: answer.status, store: Ready.parse(await answer.json()).store };
}

async function startOn(databaseUrl: string, options: CloudHouseOptions<'north' | 'south'> = {}) {
  const house = await startCloudHouse({ ...options, env: { DATABASE_URL: databaseUrl, ...options.env } });
  onTestFinished(() => house.close());
  await house.move('north');
  const slack = house.cloud.workspaces.north;
  return { house, slack, ana: slack.as(slack.people.ana), ben: slack.as(slack.people.ben) };
}

async function startFew(): Promise<FewConnections> {
  const few = await limitConnections(await makeDatabase(), 8);
  onTestFinished(() => few.drop());
  return few;
}

const CROWD = { connections: 5, processes: 3, commands: 60 };

/** A deadline that nothing else has. */
const CONNECTION_MS = 50_000;

/** The machine's clock, on which waits for a connection end immediately once the test says so. */
class ConnectionClock implements Clock {
  readonly now = systemClock.now;
  readonly monotonic = systemClock.monotonic;
  readonly after = systemClock.after;
  #waits = true;

  readonly deadline = (ms: number, run: () => void): (() => void) => {
    // The second is the shorter wait after others have waited for nothing.
    const isForConnection = ms === CONNECTION_MS || ms === CONNECTION_MS / 5;
    return systemClock.deadline(isForConnection && !this.#waits ? 0 : ms, run);
  };

  endWaits(): void {
    this.#waits = false;
  }
}

const isList = ({ text }: { text: string }) => text.includes('3 not installed');

/** Some requests wait several times for a connection. */
const LONG = { timeout: 4 * 60_000 };

describe.runIf(storeKinds.includes('postgresql'))('with few connections to PostgreSQL', LONG, () => {
  test('three processes with five answer sixty simultaneous commands, each once', async () => {
    const databaseUrl = await makeDatabase();
    const report = await answerCrowd({ ...CROWD, databaseUrl, bot: { deadlines: PATIENT } });
    expect(report).toMatchObject({ acked: 60, notAcked: 0, other: [], unanswered: 0 });
    // A connection may be cut, or refused by the server, while a command uses it.
    expect(report.listed + report.told).toBe(60);
    expect(report.listed).toBeGreaterThan(0);
  });

  test('three processes answer each acked command once, even if they do not wait for a connection', async () => {
    const databaseUrl = await makeDatabase();
    const deadlines = { ...PATIENT, authorization: CONNECTION_MS - 1, connection: CONNECTION_MS };
    const clock = new ConnectionClock();
    const onFew = () => clock.endWaits();
    const report = await answerCrowd({ ...CROWD, databaseUrl, bot: { clock, deadlines }, onFew });
    expect(report).toMatchObject({ other: [], unanswered: 0 });
    // Without a connection for its authorization, a command has no ack, and Slack shows an error.
    expect(report.acked + report.notAcked).toBe(CROWD.commands);
    expect(report.listed + report.told).toBeGreaterThanOrEqual(report.acked);
  });

  test('with none, messages say so, /readyz says why, and both end with the shortage', async () => {
    const few = await startFew();
    const { ana, house, slack } = await startOn(few.url.href, { bot: { deadlines: { ...PATIENT, connection: 5000 } } });
    expect(await readReady(house)).toMatchObject({
      status: 200,
      store: { ok: true, problem: null, connections: { limit: 12 } },
    });
    await few.setLimit(0);
    await few.cut();
    // Until the bot has noticed it, it answers from what it has cached.
    await until(() => house.logLines.some((line) => line.includes('LISTEN connection lost')));
    await until(async () => (await readReady(house)).status === 503);
    const typed = ana.command('list');
    let ready = await readReady(house);
    await until(async () => {
      ready = await readReady(house);
      return ready.store.problem === 'too many connections';
    });
    expect(ready).toMatchObject({ status: 503, store: { ok: false } });
    expect(await typed).toMatchObject({ acked: true });
    await slack.nextMessage(({ text }) => AWAY.test(text));
    await few.setLimit(8);
    await until(async () => (await readReady(house)).status === 200);
    await ana.command('list');
    await slack.nextMessage(isList);
    expect(slack.transcript.messages.filter(({ text }) => AWAY.test(text))).toHaveLength(1);
  });

  test('commands are acked while all other work waits for a connection', async () => {
    const url = new URL(await makeDatabase());
    // As long as a connection is waited for.
    url.searchParams.set('query_timeout', '60000');
    const { house, slack } = await startOn(url.href, {
      env: { DATABASE_POOL: '1' },
      bot: { deadlines: { ...PATIENT, readiness: 1 } },
    });
    const people = [slack.people.ana, slack.people.ben];
    const { closeWith } = await lockClaims(url.href);
    const lists = () => slack.transcript.messages.filter(isList).length;
    const before = lists();
    const deliveries = await Promise.all(people.map((person) => slack.as(person).command('list')));
    expect(deliveries.map(({ acked }) => acked)).toEqual(people.map(() => true));
    expect((await readReady(house)).store.problem).toBe('no free connection');
    expect(lists()).toBe(before);
    await closeWith();
    await until(() => lists() === before + people.length);
  });

  test('a database that falls silent delays no ack beyond what Slack waits, and leaves nobody', async () => {
    const wire = await openWire(new URL(await makeDatabase()));
    wire.url.searchParams.set('query_timeout', '4000');
    const { ana, slack } = await startOn(wire.url.href);
    await ana.command('list');
    await slack.nextMessage(isList);
    wire.hang();
    expect(await ana.command('help')).toMatchObject({ acked: true });
    // Answered without the store, or with the sentence.
    await slack.nextMessage(({ text }) => AWAY.test(text) || text.includes('/abilities list'));
    const { revision } = slack.transcript;
    await ana.command('list');
    await slack.nextMessage(isList, { after: revision });
  });
});

/** Lets every claim of a request wait. */
async function lockClaims(databaseUrl: string) {
  const gate = runOnServer('begin; lock table seen_keys in share mode; select pg_sleep(600)', databaseUrl);
  gate.catch(() => undefined);
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
  await until(async () => (await runOnServer(waiting, databaseUrl)).length > 0);
  const end = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
  return { closeWith: () => runOnServer(end, databaseUrl) };
}
