import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { webApi } from '@slack/bolt';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { SealedKey } from '../../../src/app/multi/installations.ts';
import type { Authorized } from '../../../src/app/multi/oauth.ts';
import { WORKSPACE_BYTES, Workspaces } from '../../../src/app/multi/workspaces.ts';
import { systemClock } from '../../../src/base/clock.ts';
import { createLogger } from '../../../src/base/logger.ts';
import { readConfig } from '../../../src/config/config.ts';
import { DEADLINES } from '../../../src/core/deadlines.ts';
import { Metrics } from '../../../src/metrics/metrics.ts';
import { type Credential, createServiceClient } from '../../../src/service/client.ts';
import { SlackClient } from '../../../src/slack/outbound/client.ts';
import { DrawnMessages } from '../../../src/slack/outbound/pressed-messages.ts';
import { OutboundQueue } from '../../../src/slack/outbound/queue.ts';
import { PeopleMemory } from '../../../src/slack/people/people-memory.ts';
import type { Workspace } from '../../../src/slack/workspace.ts';
import { CodeMemory } from '../../../src/uploads/examine-code.ts';
import { Spool } from '../../../src/uploads/spool.ts';
import { UploadWorker } from '../../../src/uploads/worker.ts';
import { multiEnv } from '../../environments.ts';
import { makeFolder } from '../../make-folder.ts';
import { madeUpRing } from '../../secrets/made-up-keys.ts';
import { openTestStore, storeKinds } from '../../store/stores.ts';
import { until } from '../../until.ts';

const keyOf = (id: string, times = 1) => `key-made-up-${id}-${times}`;

/** @param most number of workspaces that fit in memory. */
async function open(kind: (typeof storeKinds)[number] = 'libsql', most = 100) {
  const { reopen, store } = await openTestStore(kind, { keys: madeUpRing('first') });
  const config = {
    ...readConfig(multiEnv),
    memory: { answerBytes: 1, workspaceBytes: most * WORKSPACE_BYTES, peopleBytes: 1 },
  };
  const log = createLogger('error', [], { write: () => undefined });
  const opened: Credential[] = [];
  const tokens = new Map([
    ['T1', 'xoxb-made-up-1'],
    ['T2', 'xoxb-made-up-2'],
    ['T3', 'xoxb-made-up-3'],
  ]);
  const uploadWorker = new UploadWorker(
    { tenantId: null, store, log, clock: systemClock, toolsOf: (id) => workspaces.toolsOf(id) },
    { atOnce: 1, leaseMs: 1000, pollMs: 1000 },
  );
  const workspaces: Workspaces = new Workspaces({
    shared: {
      config,
      log,
      store,
      uploadWorker,
      clock: systemClock,
      uploads: {},
      deadlines: DEADLINES,
      metrics: new Metrics({ mode: 'http' }),
      drawn: new DrawnMessages(),
      codes: new CodeMemory(),
      people: new PeopleMemory(config.memory.peopleBytes, systemClock.monotonic),
      queue: new OutboundQueue(systemClock, log),
      spool: new Spool(await makeFolder(), 1000),
    },
    authorize: async ({ teamId = '' }): Promise<Authorized | null> => {
      const token = tokens.get(teamId);
      const tenant = { id: teamId, teamId, enterpriseId: null };
      return token === undefined ? null : { tenant, token, botId: 'B1', botUserId: 'U1' };
    },
    openService: (credential) => {
      opened.push(credential);
      return createServiceClient({ ...config.service, credential });
    },
    makeClient: (token) => new SlackClient((one) => new webApi.WebClient(one), token),
    onRevoked: () => undefined,
  });
  onTestFinished(() => uploadWorker.stop(0));
  const workspaceOf = async (id: string): Promise<Workspace> => {
    const parts = await workspaces.byTenant(id);
    if (!parts) throw new Error(`${id} has not installed the bot.`);
    return parts;
  };
  const connect = (id: string, times = 1, into = store) =>
    into.of(id).account.save({ apiKey: keyOf(id, times), connectedBy: 'U1' });
  return { connect, opened, workspaceOf, reopen, store, tokens, workspaces };
}

const stateOf = ({ context: { connection } }: Workspace) => (connection.kind === 'own' ? connection.state : 'fixed');

test.each(storeKinds)('each workspace has its own parts, created once for all callers, on %s', async (kind) => {
  const { connect, opened, workspaceOf } = await open(kind);
  await connect('T1');
  await connect('T2');
  const [first, ...others] = await Promise.all(Array.from({ length: 20 }, () => workspaceOf('T1')));
  expect(others.every((parts) => parts === first)).toBe(true);
  const second = await workspaceOf('T2');
  expect(opened.map(({ value }) => value)).toEqual([keyOf('T1'), keyOf('T2')]);
  const own = ['auditLog', 'client', 'context', 'homes', 'outbound', 'people', 'policy', 'uploadTools'] as const;
  for (const name of own) expect(second[name]).not.toBe(first?.[name]);
  expect(second.uploadWorker).toBe(first?.uploadWorker);
  expect([first?.tenantId, second.tenantId]).toEqual(['T1', 'T2']);
});

test.each(storeKinds)('what another process does to the account holds at the next request, on %s', async (kind) => {
  const { connect, opened, workspaceOf, reopen, store } = await open(kind);
  const elsewhere = kind === 'postgresql' ? await reopen() : store;
  let changes = 0;
  store.notices.listen(({ kind }) => {
    if (kind === 'installation-changed') changes += 1;
  });
  const heard = (count: number) => until(() => changes === count);
  const without = await workspaceOf('T1');
  expect([stateOf(without), without.uploadTools.account]).toEqual(['none', { kind: 'none' }]);
  await connect('T1', 1, elsewhere);
  await heard(1);
  const connected = await workspaceOf('T1');
  expect([stateOf(connected), connected.uploadTools.account]).toEqual(['connected', { kind: 'connected', version: 1 }]);
  await connect('T1', 2, elsewhere);
  await heard(2);
  const replaced = await workspaceOf('T1');
  expect(replaced).not.toBe(connected);
  expect(opened.map(({ value }) => value)).toEqual([keyOf('T1', 1), keyOf('T1', 2)]);
  await elsewhere.of('T1').account.forget();
  await heard(3);
  expect(stateOf(await workspaceOf('T1'))).toBe('none');
  await connect('T1', 1, elsewhere);
  await heard(4);
  expect((await workspaceOf('T1')).uploadTools.account).toEqual({ kind: 'connected', version: 3 });
});

test('a workspace without an account asks the service for nothing, for any call', async () => {
  const { opened, workspaceOf } = await open();
  const { service } = (await workspaceOf('T1')).context;
  const calls = await Promise.allSettled([
    service.listAgents(),
    service.listAbilities(),
    service.listInstalledAbilities(),
  ]);
  expect(calls.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(opened).toEqual([]);
});

test('a key that does not open is distinguished from none', async () => {
  const { connect, workspaceOf, reopen } = await open();
  const foreign = await reopen({ keys: madeUpRing('another') });
  await connect('T1', 1, foreign);
  const parts = await workspaceOf('T1');
  expect([stateOf(parts), parts.uploadTools.account]).toEqual(['unreadable', { kind: 'unreadable' }]);
  // Requested again, it is the same object.
  expect(await workspaceOf('T1')).toBe(parts);
  const { connection } = parts.context;
  expect(connection.kind === 'own' && (await connection.keyStore.present())).toBe('unreadable');
});

test('a new token is taken by the parts that are there', async () => {
  const { workspaceOf, tokens } = await open();
  const parts = await workspaceOf('T1');
  tokens.set('T1', 'xoxb-made-up-next');
  expect(await workspaceOf('T1')).toBe(parts);
  expect(parts.client.token).toBe('xoxb-made-up-next');
});

test('those that were not used for longest are let go', async () => {
  const { workspaceOf } = await open('libsql', 2);
  const [one, two] = [await workspaceOf('T1'), await workspaceOf('T2')];
  expect(await workspaceOf('T1')).toBe(one);
  await workspaceOf('T3');
  expect(await workspaceOf('T1')).toBe(one);
  expect(await workspaceOf('T2')).not.toBe(two);
});

describe('after an hour', () => {
  const HOUR_MS = 60 * 60_000;
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    // Zero means no time to the cache.
    vi.advanceTimersByTime(1);
  });
  afterEach(() => void vi.useRealTimers());

  test('an unused one is dropped even if nobody asks for it; a check by a job does not count as a use', async () => {
    const { workspaceOf, workspaces } = await open();
    const one = new WeakRef(await workspaceOf('T1'));
    const isThere = async () => {
      await new Promise(setImmediate);
      collectGarbage();
      return one.deref() !== undefined;
    };
    vi.advanceTimersByTime(HOUR_MS - 1000);
    await workspaces.peek('T1');
    expect(await isThere()).toBe(true);
    vi.advanceTimersByTime(2000);
    expect(await isThere()).toBe(false);
  });

  test('one that was used is still there', async () => {
    const { workspaceOf } = await open();
    const one = await workspaceOf('T1');
    vi.advanceTimersByTime(HOUR_MS / 2);
    await workspaceOf('T1');
    vi.advanceTimersByTime(HOUR_MS - 1000);
    expect(await workspaceOf('T1')).toBe(one);
  });
});

test('a request in progress finishes with the workspace that it began with', async () => {
  const { connect, opened, workspaceOf } = await open('libsql', 1);
  await connect('T1');
  const before = await workspaceOf('T1');
  await workspaceOf('T2');
  const after = await workspaceOf('T1');
  expect(after).not.toBe(before);
  expect(opened).toHaveLength(2);
  const { connection } = before.context;
  if (connection.kind === 'own') await connection.keyStore.disconnect();
  expect(stateOf(await workspaceOf('T1'))).toBe('none');
});

test('iterating over all of them keeps those ready that are used, in the order of their use, and no others', async () => {
  const { connect, opened, workspaceOf, workspaces } = await open('libsql', 2);
  const [one, two] = [await workspaceOf('T1'), await workspaceOf('T2')];
  await connect('T3');
  const seen = [];
  for (const id of ['T3', 'T1', 'T2', 'T1', 'T3']) seen.push((await workspaces.peek(id))?.tenantId);
  expect(seen).toEqual(['T3', 'T1', 'T2', 'T1', 'T3']);
  expect(await workspaces.peek('T1')).toBe(one);
  // Created for each peek.
  expect(opened.map(({ value }) => value)).toEqual([keyOf('T3'), keyOf('T3')]);
  await workspaceOf('T3');
  expect(await workspaceOf('T2')).toBe(two);
  expect(await workspaceOf('T1')).not.toBe(one);
});

test('a check finds another account for the next caller', async () => {
  const { connect, workspaceOf, workspaces } = await open('libsql', 2);
  await workspaceOf('T1');
  await connect('T1');
  const looked = await workspaces.peek('T1');
  expect(looked?.uploadTools.account).toEqual({ kind: 'connected', version: 1 });
  expect(await workspaceOf('T1')).toBe(looked);
});

test('of a workspace that removed the bot there are tools to end its uploads, and no parts', async () => {
  const { tokens, workspaces } = await open();
  tokens.delete('T1');
  expect(await workspaces.byTenant('T1')).toBeNull();
  expect((await workspaces.toolsOf('T1')).account).toEqual({ kind: 'gone' });
});

test('a key is masked in the log once it is connected', async () => {
  const { store } = await openTestStore('libsql', { keys: madeUpRing('first') });
  const config = readConfig(multiEnv);
  const lines: string[] = [];
  const log = createLogger('info', [], { write: (line) => void lines.push(line) });
  const openService = (credential: Credential) => createServiceClient({ ...config.service, credential });
  const keyStore = new SealedKey(store.of('T1'), openService, () => undefined);
  const key = keyOf('masked');
  await keyStore.connect(key, 'U1');
  log.info({ key }, 'made up');
  expect(lines).toEqual([expect.stringContaining('[secret]')]);
  expect(lines.join()).not.toContain(key);
});
