import { InstalledAbility } from '@abilities-bot/service-api';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hold } from '../../packages/local-slack/test/hold.ts';
import { timeLeft, withoutTimeBudget, withTimeBudget } from '../../src/base/request-context.ts';
import { until } from '../until.ts';
import { catchServiceError } from './catch-service-error.ts';
import { json, silent } from './hostile-answers.ts';
import { type HostileServer, startHostileServer } from './hostile-server.ts';
import { createTestClient } from './test-client.ts';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const row = InstalledAbility.parse({ id: 77, name: 'Weather', trigger_words: ['weather'] });
const LOOK = { mayBeCached: true };

test("a read ends when its caller's time is up, even if its own limit is longer", async () => {
  server.script(silent, silent, silent);
  const limits = { timeoutMs: 600_000, readBudgetMs: 600_000 };
  const { client, expire, patience } = createTestClient(server.baseUrl, limits);
  server.onStall = expire;
  const error = await withTimeBudget(30_000, () => catchServiceError(client.listAbilities()));
  expect(error).toMatchObject({ kind: 'unavailable', reason: 'timeout' });
  expect(Math.max(...patience)).toBeLessThanOrEqual(30_000);
});

test('a read for somebody who waits no longer is not begun', async () => {
  const { client } = createTestClient(server.baseUrl, { keepMs: 3000 });
  const error = await withTimeBudget(0, () => catchServiceError(client.listAbilities()));
  expect(error).toMatchObject({ kind: 'unavailable', reason: 'timeout', mayHaveArrived: false });
  expect(server.seen).toHaveLength(0);
});

test('a concurrent caller with more time gets the answer', async () => {
  const { letGo, until: released } = hold();
  server.script((response, request) => void released.then(() => json(200, [])(response, request)));
  const { client, expire, patience } = createTestClient(server.baseUrl, { keepMs: 3000 });
  const first = withTimeBudget(5000, () => catchServiceError(client.listAbilities(LOOK)));
  const second = client.listAbilities(LOOK);
  await until(() => patience.some((ms) => ms <= 5000));
  expire(5000);
  expect(await first).toMatchObject({ reason: 'timeout' });
  letGo();
  expect(await second).toEqual([]);
  expect(server.seen).toHaveLength(1);
});

test('a change that could not be waited for is not begun, and is known not to have been made', async () => {
  const { client } = createTestClient(server.baseUrl, { timeoutMs: 600_000 });
  const change = { enabled: true, triggerWords: ['weather'] };
  const error = await withTimeBudget(200_000, () => catchServiceError(client.setInstalledAbility(row, change)));
  expect(error).toMatchObject({ kind: 'unavailable', reason: 'timeout', mayHaveArrived: false });
  expect(server.seen).toHaveLength(0);
  server.script(json(200, {}));
  await withTimeBudget(400_000, () => client.setInstalledAbility(row, change));
  expect(server.seen).toHaveLength(1);
});

test('a budget within another ends with the shorter, and what goes on without anybody has none', () => {
  withTimeBudget(1000, () => {
    withTimeBudget(5000, () => expect(timeLeft()).toBeLessThanOrEqual(1000));
    withoutTimeBudget(() => expect(timeLeft()).toBe(Number.POSITIVE_INFINITY));
  });
  withTimeBudget(0, () => expect(timeLeft()).toBe(0));
});
