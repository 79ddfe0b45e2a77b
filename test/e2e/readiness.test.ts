import { afterEach, expect, test } from 'vitest';
import { hold } from '../../packages/local-slack/test/hold.ts';
import { scrape } from '../metrics/read-numbers.ts';
import { refuseWrites } from '../store/refuse-writes.ts';
import { runSql } from '../store/run-sql.ts';
import { until } from '../until.ts';
import { type House, startHouse } from './start-house.ts';

let house: House;
afterEach(() => house.close());

async function ask(path = '/readyz'): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`http://127.0.0.1:${house.bot.port}${path}`);
  return { status: answer.status, body: await answer.json() };
}
const seconds = expect.toSatisfy((age) => Number.isInteger(age) && age >= 0 && age < 60);

test.each(['socket', 'http'] as const)('ready over %s, and what was seen last of each', async (mode) => {
  house = await startHouse({ mode });
  const slack =
    mode === 'socket'
      ? // Slack's count of the sockets follows soon.
        expect.objectContaining({ ok: true, state: 'connected', age: seconds })
      : { ok: true, state: 'http', age: null };
  const fresh = { ok: true, stopping: false, mode, store: { ok: true }, service: { ok: true, age: null }, slack };
  expect(await ask()).toEqual({ status: 200, body: { ...fresh, lastEvent: { age: null } } });
  await house.slack.as(house.slack.people.ana).command('list');
  await house.slack.nextMessage(({ text }) => text.includes('3 not installed'));
  const body = { ...fresh, service: { ok: true, age: seconds }, lastEvent: { age: seconds } };
  expect(await ask()).toEqual({ status: 200, body });
});

test('not while the store is away', async () => {
  house = await startHouse({ mode: 'http' });
  const { store } = house.config;
  await runSql(store, 'alter table uploads rename to uploads_away');
  expect(await ask()).toMatchObject({
    status: 503,
    body: { ok: false, store: { ok: false }, service: { ok: true } },
  });
  expect(await ask('/healthz')).toEqual({ status: 200, body: { ok: true } });
  await runSql(store, 'alter table uploads_away rename to uploads');
  expect(await ask()).toMatchObject({ status: 200, body: { ok: true, store: { ok: true } } });
});

test('not while the store takes no writes, which the metrics and the doctor say too', async () => {
  house = await startHouse({ mode: 'http' });
  const { bot, config, slack } = house;
  await refuseWrites(config.store);
  const store = { ok: false, problem: 'refuses writes' };
  expect(await ask()).toMatchObject({ status: 503, body: { ok: false, store } });
  const { of } = await scrape(bot.metricsPort);
  expect([of('abilities_store_up'), of('abilities_store_writable')]).toEqual([0, 0]);
  await slack.as(slack.people.ana).command('doctor');
  const { text } = await slack.nextMessage((message) => message.text.startsWith('1 problem found.'));
  expect(text).toContain('Store: It can be read but not written to (SQLITE_CONSTRAINT_TRIGGER)');
});

test('not while the service was away when it was last called; nothing is called for the probe', async () => {
  house = await startHouse({ mode: 'http' });
  const { service, slack } = house;
  const ana = slack.as(slack.people.ana);
  service.faults.add({ match: {}, fault: { kind: 'reset' } });
  expect(await ask()).toMatchObject({ status: 200 });
  await ana.command('list');
  await slack.nextMessage(({ text }) => text.startsWith("The voice service can't be reached."));
  // Both lists, each tried three times.
  const calls = 6;
  await until(() => service.requests.length === calls);
  expect(await ask()).toMatchObject({ status: 503, body: { ok: false, service: { ok: false, age: seconds } } });
  expect(service.requests).toHaveLength(calls);
  service.faults.clear();
  await ana.command('list');
  await slack.nextMessage(({ text }) => text.includes('3 not installed'));
  expect(await ask()).toMatchObject({ status: 200, body: { service: { ok: true } } });
});

test('not while it stops, which it reports until running work is done', async () => {
  house = await startHouse({ mode: 'socket' });
  const { service, slack } = house;
  const gate = hold();
  slack.faults.add({ method: 'response_url', fault: { delayUntil: gate.until } });
  await slack.as(slack.people.ana).command('list');
  await until(() => service.requests.length > 0);
  const stopped = house.bot.stop();
  expect(await ask()).toMatchObject({ status: 503, body: { ok: false, stopping: true, store: { ok: true } } });
  gate.letGo();
  await stopped;
  await expect(ask()).rejects.toThrow();
  expect(slack.transcript.messages.some(({ text }) => text.includes('3 not installed'))).toBe(true);
});

test('not ready as soon as the socket is lost, though that is no reason yet to restart', {
  timeout: 60_000,
}, async () => {
  house = await startHouse({ mode: 'socket' });
  const { slack } = house;
  const gate = hold();
  slack.faults.add({ method: 'apps.connections.open', fault: { delayUntil: gate.until } });
  slack.sockets.cut();
  await until(async () => (await ask()).status === 503);
  expect(await ask()).toMatchObject({ body: { ok: false, slack: { ok: false, state: 'away', age: seconds } } });
  expect((await ask('/healthz')).status).toBe(200);
  gate.letGo();
  await until(async () => (await ask()).status === 200);
  expect(await ask()).toMatchObject({ body: { ok: true, slack: { ok: true, state: 'connected' } } });
});
