import { join } from 'node:path';
import Database from 'libsql';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { type KeyRing, seal } from '../../src/store/encryption.ts';
import { boundTo } from '../../src/store/sealed.ts';
import type { Store } from '../../src/store/store.ts';
import { madeUpRing } from '../secrets/made-up-keys.ts';
import { until } from '../until.ts';
import { openTestStore, storeKinds } from './stores.ts';

const OLD = madeUpRing('old');
const BOTH = madeUpRing('new', 'old');
const NEW = madeUpRing('new');

const installation = (tenantId: string) => ({
  tenantId,
  teamId: tenantId,
  enterpriseId: null,
  document: { bot: { token: `xoxb-made-up-${tenantId}` } },
});
const account = (tenantId: string) => ({ apiKey: `made-up-key-of-${tenantId}`, connectedBy: 'U1' });

/** Another key of T1, as written by a bot that still seals with the old key. */
const NEWER = { apiKey: 'made-up-newer-key' };
const sealedNewer = () => seal(OLD, JSON.stringify(NEWER), boundTo('connected_accounts', 'T1'));

describe.each(storeKinds)('re-encrypting everything on %s', (kind) => {
  test('leads from the old key over both to the new one alone', async () => {
    const { reopen, store } = await openTestStore(kind, { keys: OLD });
    for (const id of ['T1', 'T2']) {
      await store.installations.save(installation(id));
      await store.of(id).account.save(account(id));
    }
    await store.of('T3').account.save(account('T3'));
    await store.of('T3').account.forget();
    const both = await reopen({ keys: BOTH });
    await both.of('T4').account.save(account('T4'));
    const versions = async () => [await both.of('T1').account.versionOf(), await both.of('T3').account.versionOf()];
    const before = await versions();
    expect(await both.reencrypt()).toEqual({ renewed: 4, already: 1, unopened: [] });
    expect(await both.reencrypt()).toEqual({ renewed: 0, already: 5, unopened: [] });
    expect(await versions()).toEqual(before);
    const alone = await reopen({ keys: NEW });
    for (const id of ['T1', 'T2']) {
      expect(await alone.installations.find(id)).toEqual(installation(id));
      expect(await alone.of(id).account.find()).toMatchObject(account(id));
    }
    expect(await alone.of('T4').account.find()).toMatchObject(account('T4'));
    await expect(store.of('T1').account.find()).rejects.toThrow(
      `key ${NEW.first.id}, which is missing from ENCRYPTION_KEY`,
    );
  });

  test('in the documented order every process reads what every other one writes, at each step', async () => {
    const { reopen, store } = await openTestStore(kind, { keys: OLD });
    const steps = { old: OLD, 'old,new': madeUpRing('old', 'new'), 'new,old': BOTH, new: NEW };
    const saved: string[] = [];
    const check = async (...processes: Store[]) => {
      for (const writer of processes) {
        const id = `T${saved.length}`;
        await writer.installations.save(installation(id));
        await writer.of(id).account.save(account(id));
        saved.push(id);
      }
      for (const reader of processes) {
        for (const id of saved) {
          expect(await reader.installations.find(id)).toEqual(installation(id));
          expect(await reader.of(id).account.find()).toMatchObject(account(id));
        }
      }
    };
    let [first, second] = [store, await reopen()];
    for (const step of ['old,new', 'new,old', 'new'] as const) {
      if (step === 'new') expect(await first.reencrypt()).toMatchObject({ unopened: [] });
      first = await reopen({ keys: steps[step] });
      await check(first, second);
      second = await reopen({ keys: steps[step] });
      await check(first, second);
    }
  });

  test('with the new key first too early, the other process says what to do, and can do so', async () => {
    const { reopen, store } = await openTestStore(kind, { keys: OLD });
    await (await reopen({ keys: BOTH })).of('T1').account.save(account('T1'));
    await expect(store.of('T1').account.find()).rejects.toThrow(
      `encrypted with key ${NEW.first.id}, which is missing from ENCRYPTION_KEY. The secret wasn't changed. Add that key at the end of ENCRYPTION_KEY and restart this process. If the key is lost, enter the secret again.`,
    );
    expect(await (await reopen({ keys: madeUpRing('old', 'new') })).of('T1').account.find()).toMatchObject(
      account('T1'),
    );
  });

  test('continues after a row that does not open, and reports it', async () => {
    const { reopen, store } = await openTestStore(kind, { keys: madeUpRing('lost') });
    await store.of('T1').account.save(account('T1'));
    const both = await reopen({ keys: BOTH });
    await (await reopen({ keys: OLD })).of('T2').account.save(account('T2'));
    const { unopened, ...counts } = await both.reencrypt();
    expect(counts).toEqual({ renewed: 1, already: 0 });
    expect(unopened).toEqual([
      expect.stringContaining(`key ${madeUpRing('lost').first.id}, which is missing from ENCRYPTION_KEY`),
    ]);
    expect(await store.of('T1').account.find()).toMatchObject(account('T1'));
  });

  test('needs keys', async () => {
    const { store } = await openTestStore(kind);
    await expect(store.reencrypt()).rejects.toThrow(/^ENCRYPTION_KEY is not set/);
  });

  test('by many in parallel seals each row once', async () => {
    const { reopen, store } = await openTestStore(kind, { keys: OLD });
    const ids = Array.from({ length: 10 }, (_, index) => `T${index}`);
    for (const id of ids) await store.of(id).account.save(account(id));
    const others = await Promise.all([1, 2, 3].map(() => reopen({ keys: BOTH })));
    const done = await Promise.all(others.map((one) => one.reencrypt()));
    expect(done.map(({ renewed }) => renewed).reduce((sum, count) => sum + count)).toBe(ids.length);
    const alone = await reopen({ keys: NEW });
    for (const id of ids) expect(await alone.of(id).account.find()).toMatchObject(account(id));
  });
});

test('on libsql keeps what a bot wrote between reading a row and writing it', async () => {
  const { options, reopen, store } = await openTestStore('libsql', { keys: OLD });
  await store.of('T1').account.save(account('T1'));
  const writes = [sealedNewer()];
  // A row is opened after it was read and before it is written.
  const interrupted: KeyRing = {
    first: BOTH.first,
    byId: Object.assign(new Map(BOTH.byId), {
      get: (id: string) => {
        const sealed = writes.pop();
        if (sealed) writeSealed(join(options.dataDir, 'bot.sqlite'), sealed);
        return BOTH.byId.get(id);
      },
    }),
  };
  expect(await (await reopen({ keys: interrupted })).reencrypt()).toEqual({ renewed: 1, already: 0, unopened: [] });
  expect(writes).toEqual([]);
  expect(await (await reopen({ keys: NEW })).of('T1').account.find()).toMatchObject(NEWER);
});

test.runIf(storeKinds.includes('postgresql'))(
  'on postgresql keeps what a bot wrote between reading a row and writing it',
  async () => {
    const { options, reopen, store } = await openTestStore('postgresql', { keys: OLD });
    await store.of('T1').account.save(account('T1'));
    const both = await reopen({ keys: BOTH });
    const bot = new Client({ connectionString: options.databaseUrl ?? '' });
    await bot.connect();
    await bot.query('begin');
    await bot.query('update connected_accounts set sealed = $1', [sealedNewer()]);
    const sealing = both.reencrypt();
    // It has read the old row and waits to write it.
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await until(async () => {
      // A transaction sees the activity as it was when it first looked.
      await bot.query('select pg_stat_clear_snapshot()');
      return (await bot.query(waiting)).rowCount !== 0;
    });
    await bot.query('commit');
    await bot.end();
    expect(await sealing).toEqual({ renewed: 1, already: 0, unopened: [] });
    expect(await (await reopen({ keys: NEW })).of('T1').account.find()).toMatchObject(NEWER);
  },
);

function writeSealed(path: string, sealed: string): void {
  const file = new Database(path);
  file.prepare('update connected_accounts set sealed = ?').run([sealed]);
  file.close();
}
