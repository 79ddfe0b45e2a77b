import { setImmediate as turn } from 'node:timers/promises';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ReceivedNotice } from '../../src/store/notices.ts';
import { openPostgresql } from '../../src/store/postgresql.ts';
import { PostgresqlNotices } from '../../src/store/postgresql-notices.ts';
import { EMPTY_SETTINGS } from '../../src/store/settings-record.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { PATIENT_STORE } from '../patient.ts';
import { madeUpRing } from '../secrets/made-up-keys.ts';
import { until } from '../until.ts';
import { allUploads } from './all-uploads.ts';
import { newUpload } from './new-upload.ts';
import { runSql } from './run-sql.ts';
import { openTestStore, storeKinds } from './stores.ts';
import { tapServer } from './tapped-server.ts';

const INSTALLATION = { tenantId: 'T1', teamId: 'T1', enterpriseId: null, document: {} };
const OWN = true;
const OTHERS = false;

/** Longer than an answer takes on a busy machine: every query of the connection has it. */
const SILENCE_MS = 4000;

/** What a store hears from now on. */
function hearing({ notices }: Pick<Store, 'notices'>) {
  const heard: [ReceivedNotice, boolean][] = [];
  notices.listen((notice, isOwn) => void heard.push([notice, isOwn]));
  return heard;
}

const has = (heard: readonly [ReceivedNotice, boolean][], count: number) => until(() => heard.length >= count);

const changes: [string, ReceivedNotice, (store: Store) => Promise<unknown>][] = [
  [
    'saved settings',
    { kind: 'settings-changed', tenantId: 'T1' },
    (store) => store.of('T1').settings.save(EMPTY_SETTINGS, 'U1'),
  ],
  [
    'an installation',
    { kind: 'installation-changed', tenantId: 'T1' },
    (store) => store.installations.save(INSTALLATION),
  ],
  [
    'a connected account',
    { kind: 'installation-changed', tenantId: 'T1' },
    (store) => store.of('T1').account.save({ apiKey: 'key-made-up', connectedBy: 'U1' }),
  ],
  [
    'a disconnected account',
    { kind: 'installation-changed', tenantId: 'T1' },
    (store) => store.of('T1').account.forget(),
  ],
  [
    'a decided upload',
    { kind: 'upload-decided', uploadId: 'u1' },
    (store) => allUploads(store).decide('u1', null, ['accepted'], () => ({ state: 'cancelled' })),
  ],
];

describe.each(storeKinds)('on %s', (kind) => {
  test.each(changes)('of %s the store tells, within its own process too', async (_, notice, change) => {
    const { store } = await openTestStore(kind, { keys: madeUpRing('first') });
    await allUploads(store).add(newUpload('u1'));
    const heard = hearing(store);
    await change(store);
    expect(heard).toEqual([[notice, OWN]]);
  });

  test('a workspace that removed the bot is announced', async () => {
    const { store } = await openTestStore(kind);
    const heard = hearing(store);
    await store.of('T1').forget();
    expect(new Set(heard.map(([notice]) => JSON.stringify(notice)))).toEqual(
      new Set([JSON.stringify({ kind: 'installation-changed', tenantId: 'T1' })]),
    );
  });

  test('a decision that was not written is not announced', async () => {
    const { store } = await openTestStore(kind);
    await allUploads(store).add(newUpload('u1'));
    const heard = hearing(store);
    expect(await allUploads(store).decide('u1', null, ['asking'], () => ({ state: 'cancelled' }))).toBeNull();
    expect(heard).toEqual([]);
  });

  test('a listener that was removed gets none', async () => {
    const { store } = await openTestStore(kind);
    const heard: ReceivedNotice[] = [];
    store.notices.listen((notice) => void heard.push(notice))();
    await store.of('T1').settings.save(EMPTY_SETTINGS, 'U1');
    expect(heard).toEqual([]);
  });
});

test('a change whose outcome is unknown is announced, since it may have been made', async () => {
  const { store } = await openTestStore('libsql');
  const heard = hearing(store);
  // Without keys nothing is written.
  await expect(store.installations.save(INSTALLATION)).rejects.toThrow('ENCRYPTION_KEY');
  expect(heard).toEqual([]);
  await store.close();
  await expect(store.of('T1').forget()).rejects.toThrow();
  expect(heard).toEqual([[{ kind: 'installation-changed', tenantId: 'T1' }, OWN]]);
});

describe.runIf(storeKinds.includes('postgresql'))('between processes', () => {
  const NOTICE = { kind: 'settings-changed', tenantId: 'T1' } as const;

  /** Two processes on one database; the second one over a wire. */
  async function open(queryMs: number | null = null) {
    const { options, store: here } = await openTestStore('postgresql');
    const tapped = await tapServer(options.databaseUrl ?? '');
    const url = new URL(tapped.url);
    if (queryMs !== null) url.searchParams.set('query_timeout', String(queryMs));
    const troubles: unknown[] = [];
    const there = await openStore({
      ...options,
      databaseUrl: url.href,
      onNoticeTrouble: (error) => void troubles.push(error),
    });
    onTestFinished(() => there.close());
    return { here, there, options, tapped, troubles };
  }

  test('a notice is heard once by each, and its own process does not hear it from the others', async () => {
    const { here, there } = await open();
    const [own, others] = [hearing(here), hearing(there)];
    expect([here.notices.isListening, there.notices.isListening]).toEqual([true, true]);
    const answer = { kind: 'limit-held', limit: 'T1 chat.update', ms: 1500 } as const;
    here.notices.send(NOTICE);
    await has(others, 1);
    there.notices.send(answer);
    await has(own, 2);
    expect(own).toEqual([
      [NOTICE, OWN],
      [answer, OTHERS],
    ]);
    expect(others).toEqual([
      [NOTICE, OTHERS],
      [answer, OWN],
    ]);
  });

  test.each([
    ['that is not JSON', 'made up'],
    ['without a notice', '{"from":"another"}'],
    ['of a newer version', '{"from":"another","notice":{"kind":"made-up","tenantId":"T1"}}'],
    [
      'with a field that is too long',
      JSON.stringify({ from: 'another', notice: { ...NOTICE, tenantId: 'T'.repeat(256) } }),
    ],
  ])('a payload %s may have been about anything', async (_, payload) => {
    const { options, there, troubles } = await open();
    const heard = hearing(there);
    await runSql(options, `select pg_notify('abilities_bot', '${payload}')`);
    await has(heard, 1);
    expect(heard).toEqual([[{ kind: 'missed' }, OTHERS]]);
    expect([troubles, there.notices.isListening]).toEqual([[], true]);
  });

  test('a connection that the server ends is opened again, and notices sent meanwhile count as missed', async () => {
    const { here, there, options, tapped, troubles } = await open();
    const heard = hearing(there);
    tapped.cut();
    await until(() => !there.notices.isListening);
    here.notices.send(NOTICE);
    expect(heard).toEqual([]);
    await tapped.refused(3);
    tapped.mend();
    await has(heard, 1);
    expect(there.notices.isListening).toBe(true);
    expect(heard).toEqual([[{ kind: 'missed' }, OTHERS]]);
    expect(troubles).toHaveLength(1);
    expect(String(troubles[0])).not.toContain('postgresql://');
    await runSql(
      options,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'abilities-bot notices'`,
    );
    await has(heard, 2);
    expect(heard.map(([{ kind }]) => kind)).toEqual(['missed', 'missed']);
    expect(troubles).toHaveLength(2);
    here.notices.send(NOTICE);
    await has(heard, 3);
    expect(heard[2]).toEqual([NOTICE, OTHERS]);
  });

  test('a connection that falls silent is noticed', async () => {
    const { there, tapped, troubles } = await open(SILENCE_MS);
    const heard = hearing(there);
    tapped.hold();
    await until(() => !there.notices.isListening);
    tapped.release();
    await has(heard, 1);
    expect(heard).toEqual([[{ kind: 'missed' }, OTHERS]]);
    expect(troubles).toHaveLength(1);
  });

  test('a notice that cannot be sent on a silent connection ends it, and is sent on another one', async () => {
    const { here, there, tapped, troubles } = await open(SILENCE_MS);
    const heard = hearing(here);
    tapped.hold();
    for (let count = 0; count < 10; count += 1) there.notices.send({ ...NOTICE, tenantId: `T${count}` });
    await until(() => !there.notices.isListening);
    tapped.release();
    // What was already on its way may arrive twice.
    const tenants = () => new Set(heard.map(([notice]) => 'tenantId' in notice && notice.tenantId));
    await until(() => tenants().size === 10);
    expect(troubles).toHaveLength(1);
  });

  test('equal ones that wait are sent as one, and later ones again', async () => {
    const { here, there } = await open();
    const [own, heard] = [hearing(there), hearing(here)];
    const others = [{ ...NOTICE, tenantId: 'T2' }, { kind: 'account-changed', tenantId: 'T1' } as const];
    for (let count = 0; count < 50; count += 1) there.notices.send(NOTICE);
    for (const other of others) there.notices.send(other);
    await has(heard, 3);
    there.notices.send(NOTICE);
    await has(heard, 4);
    expect(heard.map(([notice]) => notice)).toEqual([NOTICE, ...others, NOTICE]);
    // Listeners of their own process hear each.
    expect(own).toHaveLength(53);
  });

  test('one that is on its way is not joined: it may have been read before the next change', async () => {
    const { here, there, tapped } = await open(10 * 60_000);
    const last = { ...NOTICE, tenantId: 'T2' };
    const hearsBoth = async () => {
      const heard = hearing(here);
      tapped.hold();
      there.notices.send(NOTICE);
      for (let turns = 0; turns < 10; turns += 1) await turn();
      there.notices.send(NOTICE);
      there.notices.send(last);
      tapped.release();
      await until(() => heard.some(([notice]) => JSON.stringify(notice) === JSON.stringify(last)));
      return heard.length === 3;
    };
    // A heartbeat may be in front of both.
    await until(hearsBoth);
  });

  test('a process starts even while it cannot listen, and keeps trying', async () => {
    const { options } = await openTestStore('postgresql');
    const databaseUrl = options.databaseUrl ?? '';
    const tapped = await tapServer(databaseUrl);
    tapped.cut();
    const { db } = await openPostgresql(databaseUrl, { waitMs: PATIENT_STORE.connectionWaitMs });
    onTestFinished(() => db.destroy());
    const troubles: unknown[] = [];
    const notices = await PostgresqlNotices.open({
      databaseUrl: tapped.url,
      db,
      onTrouble: (error) => void troubles.push(error),
    });
    onTestFinished(() => notices.close());
    expect([notices.isListening, troubles.length]).toEqual([false, 1]);
    const heard = hearing({ notices });
    tapped.mend();
    await has(heard, 1);
    expect([notices.isListening, heard, troubles.length]).toEqual([true, [[{ kind: 'missed' }, OTHERS]], 1]);
  });

  test('a notice is heard although its process has lent all its connections', async () => {
    const { options, store: there } = await openTestStore('postgresql');
    const here = await openStore({ ...options, poolSize: 1 });
    onTestFinished(() => here.close());
    const heard = hearing(there);
    const other = new Client({ connectionString: options.databaseUrl ?? '' });
    await other.connect();
    await other.query('begin');
    await other.query('lock table uploads in share mode');
    const waiting = allUploads(here).add(newUpload('u1'));
    here.notices.send(NOTICE);
    await has(heard, 1);
    expect(heard).toEqual([[NOTICE, OTHERS]]);
    await other.end();
    await waiting;
  });

  test('notices are heard although their process stops right after', async () => {
    const { options, store: there } = await openTestStore('postgresql');
    const here = await openStore(options);
    const heard = hearing(there);
    for (let count = 0; count < 20; count += 1) here.notices.send({ ...NOTICE, tenantId: `T${count}` });
    await here.close();
    await has(heard, 20);
  });

  test('a closed store leaves no connection behind', async () => {
    const { options, store } = await openTestStore('postgresql');
    store.notices.send(NOTICE);
    await store.close();
    const open = async () =>
      await runSql(
        options,
        `select pid from pg_stat_activity
         where datname = current_database() and application_name like 'abilities-bot%'`,
      );
    await until(async () => (await open()).length === 0);
  });
});
