import { afterEach, beforeEach, expect, test } from 'vitest';
import { withTimeBudget } from '../../src/base/request-context.ts';
import { CircuitBreaker, LargeAnswers } from '../../src/service/client.ts';
import { until } from '../until.ts';
import { catchServiceError } from './catch-service-error.ts';
import { json } from './hostile-answers.ts';
import { type Answer, type HostileServer, startHostileServer } from './hostile-server.ts';
import { createTestClient, type TestClient } from './test-client.ts';

const ROWS = 3000;
const rows = Array.from({ length: ROWS }, (_, n) => ({
  id: n + 1,
  name: `Ability ${n + 1}`,
  trigger_words: ['start'],
}));
const large = json(200, rows);
const BUDGET_MS = 15_000;

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

/** The clients of workspaces, of which one at a time may read a large answer. */
function open() {
  const largeAnswers = new LargeAnswers(1);
  const circuit = new CircuitBreaker();
  return () => createTestClient(server.baseUrl, { keepMs: 3000, largeAnswers, circuit, readBudgetMs: BUDGET_MS });
}

/** Large, and ends when the test says so. */
function held(): { answer: Answer; end: () => void } {
  const text = JSON.stringify(rows);
  let end = () => {};
  const answer: Answer = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write(text.slice(0, -1));
    end = () => void response.end(text.slice(-1));
  };
  return { answer, end: () => end() };
}

/** Each place is waited for with the whole read budget. */
const waits = ({ patience }: TestClient, count = 1) =>
  until(() => patience.filter((ms) => ms === BUDGET_MS).length >= count);

/** One client whose large answer has arrived up to its last byte. */
async function readingFirst(next: () => TestClient) {
  const { answer, end } = held();
  server.script(answer);
  const first = next();
  const list = first.client.listAbilities();
  await waits(first);
  return { list, end, ...first };
}

test('a large answer waits until another workspace has read its own, and is then read to its end', async () => {
  const next = open();
  const first = await readingFirst(next);
  const second = next();
  server.script((response, request) => {
    second.passTime(3000);
    large(response, request);
  });
  const list = second.client.listAbilities();
  await waits(second);
  second.passTime(9000);
  first.end();
  expect([await first.list, await list].map(({ length }) => length)).toEqual([ROWS, ROWS]);
  expect(server.seen).toHaveLength(2);
  // Of the time that the service has, the wait took nothing.
  expect(second.patience).toEqual([10_000, BUDGET_MS, 7000]);
});

test('a small answer does not wait', async () => {
  const next = open();
  const first = await readingFirst(next);
  server.script(json(200, rows.slice(0, 200)));
  expect(await next().client.listAbilities()).toHaveLength(200);
  first.end();
  await first.list;
});

test('both lists of one workspace are read in one place', async () => {
  const next = open();
  const { answer, end } = held();
  server.script(answer, large);
  const { client } = next();
  const one = client.listAbilities();
  await until(() => server.seen.length === 1);
  // The one that came first is not at its end.
  expect(await client.listInstalledAbilities()).toHaveLength(ROWS);
  end();
  expect(await one).toHaveLength(ROWS);
});

test('a workspace that reads on and on does not keep its place while another one waits', async () => {
  const next = open();
  const first = await readingFirst(next);
  server.script(large, large);
  const second = next();
  const ended: string[] = [];
  const note = (what: string) => () => void ended.push(what);
  const others = second.client.listAbilities().then(note('second'));
  await waits(second);
  const again = first.client.listInstalledAbilities().then(note('first, again'));
  await waits(first, 2);
  void first.list.then(note('first'));
  first.end();
  await Promise.all([others, again]);
  expect(ended).toEqual(['first', 'second', 'first, again']);
});

test('one that gets no place in time is told so, does not try again, and says nothing about the service', async () => {
  const next = open();
  const first = await readingFirst(next);
  for (let number = 1; number <= 11; number += 1) {
    server.script(large);
    const other = next();
    const error = catchServiceError(other.client.listAbilities());
    await waits(other);
    other.expire();
    expect(await error).toMatchObject({ kind: 'busy', endpoint: 'list Abilities', status: 200 });
  }
  expect(server.seen).toHaveLength(12);
  first.end();
  // The circuit is still closed, and the places of those that gave up are free.
  expect(await first.list).toHaveLength(ROWS);
  server.script(large);
  expect(await next().client.listAbilities()).toHaveLength(ROWS);
});

test('a person whose time is over meanwhile is told the same, and the read goes on for others', async () => {
  const next = open();
  const first = await readingFirst(next);
  server.script(large);
  const second = next();
  const list = second.client.listAbilities({ mayBeCached: true });
  await waits(second);
  const joined = withTimeBudget(5000, () => catchServiceError(second.client.listAbilities({ mayBeCached: true })));
  await until(() => second.patience.some((ms) => ms <= 5000));
  second.expire(5000);
  expect(await joined).toMatchObject({ kind: 'busy' });
  first.end();
  expect(await list).toHaveLength(ROWS);
  await first.list;
});
