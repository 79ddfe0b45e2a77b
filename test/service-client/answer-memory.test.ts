import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AnswerMemory, type ServiceClient } from '../../src/service/client.ts';
import { json } from './hostile-answers.ts';
import { type HostileServer, startHostileServer } from './hostile-server.ts';
import { createTestClient } from './test-client.ts';

const LOOK = { mayBeCached: true };
const ROWS = 100;
const rows = Array.from({ length: ROWS }, (_, n) => ({
  id: n + 1,
  name: `Ability ${n + 1}`,
  trigger_words: ['start'],
}));
/** Room for one such list, and not for half of another in addition: a row takes between 400 and 600 bytes. */
const ONE_LIST = ROWS * 600;

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

/** The clients of several workspaces. */
function open(maxBytes: number): [ServiceClient, ServiceClient, ServiceClient] {
  const answerMemory = new AnswerMemory(maxBytes);
  const next = () => createTestClient(server.baseUrl, { keepMs: 3000, answerMemory }).client;
  return [next(), next(), next()];
}

const calls = () => server.seen.length;

describe('what several clients keep is bounded together', () => {
  test('the list that was used least recently gives way', async () => {
    server.script(...Array.from({ length: 5 }, () => json(200, rows)));
    const [one, two, three] = open(2 * ONE_LIST);
    await one.listAbilities(LOOK);
    await two.listAbilities(LOOK);
    await one.listAbilities(LOOK);
    expect(calls()).toBe(2);
    await three.listAbilities(LOOK);
    await one.listAbilities(LOOK);
    expect(calls()).toBe(3);
    expect(await two.listAbilities(LOOK)).toHaveLength(ROWS);
    expect(calls()).toBe(4);
  });

  test('a list larger than all room is read, and not kept, and takes no other away', async () => {
    server.script(json(200, rows.slice(0, 10)), json(200, rows), json(200, rows));
    const [one, two] = open(ROWS * 100);
    await one.listAbilities(LOOK);
    for (const _again of [1, 2]) expect(await two.listAbilities(LOOK)).toHaveLength(ROWS);
    expect(calls()).toBe(3);
    await one.listAbilities(LOOK);
    expect(calls()).toBe(3);
  });

  test('a read in progress is joined even while others fill the room', async () => {
    server.script(...Array.from({ length: 3 }, () => json(200, rows)));
    const [one, two, three] = open(ONE_LIST);
    const reads = [one, two, three, one, two, three].map((client) => client.listAbilities(LOOK));
    for (const read of reads) expect(await read).toHaveLength(ROWS);
    expect(calls()).toBe(3);
  });

  test('a list that is forgotten makes room', async () => {
    server.script(...Array.from({ length: 4 }, () => json(200, rows)));
    const [one, two, three] = open(2 * ONE_LIST);
    await one.listAbilities(LOOK);
    await two.listAbilities(LOOK);
    two.clearCache();
    await three.listAbilities(LOOK);
    await one.listAbilities(LOOK);
    expect(calls()).toBe(3);
  });
});

describe('after a while', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');

  /** Reads a list and forgets it, so that only a cache can still hold it. */
  const listOf = async (client: ServiceClient) => new WeakRef(await client.listAbilities(LOOK));

  test('a list is dropped even if nobody asks again, and is not dropped before', async () => {
    server.script(json(200, rows));
    // Zero means none to the cache.
    vi.advanceTimersByTime(1);
    const [client] = open(10 * ONE_LIST);
    const list = await listOf(client);
    vi.advanceTimersByTime(14_000);
    await new Promise(setImmediate);
    collectGarbage();
    expect(list.deref() === undefined).toBe(false);
    vi.advanceTimersByTime(2000);
    await new Promise(setImmediate);
    collectGarbage();
    expect(list.deref() === undefined).toBe(true);
  });
});
