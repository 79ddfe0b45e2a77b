import { describe, expect, test } from 'vitest';
import { SealError } from '../../src/store/encryption.ts';
import { HandClock } from '../hand-clock.ts';
import { madeUpRing } from '../secrets/made-up-keys.ts';
import { runSql } from './run-sql.ts';
import { begunAs } from './set-up-audit-log.ts';
import { openTestStore, storeKinds } from './stores.ts';

const FIRST = { apiKey: 'made-up-key-first-1111', connectedBy: 'U1' };
const SECOND = { apiKey: 'made-up-key-second-2222', connectedBy: 'U2' };

async function setUp(kind: (typeof storeKinds)[number]) {
  const clock = new HandClock();
  const opened = await openTestStore(kind, { now: clock.now, keys: madeUpRing('new') });
  return { ...opened, account: opened.store.of('T1').account, clock };
}

describe.each(storeKinds)('the account of a workspace on %s', (kind) => {
  test('is the one that was connected last, for all processes', async () => {
    const { account, clock, reopen } = await setUp(kind);
    const other = (await reopen()).of('T1').account;
    expect(await account.find()).toBeNull();
    await account.save(FIRST);
    expect(await other.find()).toEqual({ ...FIRST, lastFour: '1111', connectedAt: new Date(clock.at), version: 1 });
    clock.move(5);
    await other.save(SECOND);
    expect(await account.find()).toEqual({ ...SECOND, lastFour: '2222', connectedAt: new Date(clock.at), version: 2 });
  });

  test('is gone when it is forgotten, and its version goes on when another one is connected', async () => {
    const { account, options, reopen } = await setUp(kind);
    const other = (await reopen()).of('T1').account;
    expect(await account.versionOf()).toBe(0);
    await account.forget();
    await account.save(FIRST);
    expect(await other.versionOf()).toBe(1);
    await other.forget();
    expect(await account.versionOf()).toBe(0);
    expect(await account.find()).toBeNull();
    expect(await runSql(options, 'select connected_by, connected_at, sealed from connected_accounts')).toEqual([
      { connected_by: null, connected_at: null, sealed: null },
    ]);
    await account.save(FIRST);
    expect(await other.versionOf()).toBe(2);
    expect(await other.find()).toMatchObject({ ...FIRST, version: 2 });
  });

  test('gets a separate version for each of many concurrent saves', async () => {
    const { account, reopen } = await setUp(kind);
    const other = (await reopen()).of('T1').account;
    await Promise.all([account, other, account, other].map((one) => one.save(FIRST)));
    expect(await account.versionOf()).toBe(4);
  });

  test('of another workspace is not there', async () => {
    const { account, store } = await setUp(kind);
    const other = store.of('T2').account;
    await account.save(FIRST);
    expect(await other.find()).toBeNull();
    expect(await other.versionOf()).toBe(0);
    await other.save(SECOND);
    await other.forget();
    expect(await account.find()).toMatchObject({ ...FIRST, version: 1 });
  });

  test('that is copied to another workspace does not open there', async () => {
    const { account, options, store } = await setUp(kind);
    await account.save(FIRST);
    await store.of('T2').account.save(SECOND);
    await runSql(
      options,
      `update connected_accounts set sealed = (select sealed from connected_accounts where tenant_id = 'T1')
        where tenant_id = 'T2' returning tenant_id`,
    );
    await expect(store.of('T2').account.find()).rejects.toThrow(SealError);
    expect(await account.find()).toMatchObject(FIRST);
  });

  test('needs keys, but to be counted and forgotten', async () => {
    const { account, reopen } = await setUp(kind);
    await account.save(FIRST);
    const keyless = (await reopen({ keys: null })).of('T1').account;
    await expect(keyless.find()).rejects.toThrow(/^ENCRYPTION_KEY is not set, so the bot .* Nothing changed\./);
    await expect(keyless.save(SECOND)).rejects.toThrow(/^ENCRYPTION_KEY is not set/);
    expect(await keyless.versionOf()).toBe(1);
    await keyless.forget();
    expect(await account.find()).toBeNull();
  });

  test('is not saved without a key', async () => {
    const { account } = await setUp(kind);
    await account.save(FIRST);
    await expect(account.save({ ...FIRST, apiKey: '' })).rejects.toThrow(/"apiKey"/);
    expect(await account.find()).toMatchObject(FIRST);
  });
});

describe.each(storeKinds)('a workspace that removed the app, on %s', (kind) => {
  test('leaves no tokens and no account; its history stays, and so does all of the others', async () => {
    const { reopen, store } = await setUp(kind);
    for (const tenantId of ['T1', 'T2']) {
      await store.installations.save({ tenantId, teamId: tenantId, enterpriseId: null, document: { made: 'up' } });
      await store.of(tenantId).account.save(FIRST);
      await store.of(tenantId).auditLog.begin(begunAs('0123456789abcdef'));
    }
    const keyless = await reopen({ keys: null });
    await keyless.of('T1').forget();
    await keyless.of('T1').forget();
    expect(await store.installations.tenants()).toEqual(['T2']);
    expect(await store.installations.find('T1')).toBeNull();
    expect(await store.of('T1').account.find()).toBeNull();
    expect(await store.of('T2').account.find()).toMatchObject(FIRST);
    expect(await store.of('T1').auditLog.runningSince(new Date(0))).toBe(1);
  });
});
