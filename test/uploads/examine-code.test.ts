import { expect, test } from 'vitest';
import type { Examined } from '../../src/core/features/versions/account-versions.ts';
import { CodeMemory, makeExamine } from '../../src/uploads/examine-code.ts';
import { useAccounts } from '../core/operations/account.ts';
import { PATIENT } from '../patient.ts';
import { until } from '../until.ts';
import { openBench } from './upload-bench.ts';

const openAccount = useAccounts();

async function open() {
  const { account, clock, tools } = await openBench(await openAccount(), 'libsql');
  const abilities = await account.context.service.listAbilities();
  const codes = new CodeMemory();
  const examine = (name: string) => makeExamine(name, { ...tools, codes, deadlines: PATIENT });
  const all = abilities.map(({ id, lastUpdated }): Examined => ({ id, stamp: lastUpdated, isFresh: false }));
  const before = account.calls().length;
  return {
    account,
    all,
    clock,
    examine,
    downloads: () => account.calls().length - before,
  };
}

test('a few packages are downloaded each time, until all are known', async () => {
  const { all, downloads, examine } = await open();
  expect(all).toHaveLength(12);
  expect((await examine('one')(all)).size).toBe(10);
  const known = await examine('one')(all);
  expect([...known.keys()].sort()).toEqual(all.map(({ id }) => id).sort());
  expect(new Set([...known.values()].map(({ digest }) => digest)).size).toBe(12);
  await examine('one')(all);
  expect(downloads()).toBe(12);
  expect((await examine('another account')([])).size).toBe(0);
  await examine('another account')(all.slice(0, 1));
  expect(downloads()).toBe(13);
});

test('what must be fresh comes first and is always downloaded; what changed is downloaded again', async () => {
  const { all, downloads, examine } = await open();
  const lastIsFresh = all.map((one, at) => (at === 11 ? { ...one, isFresh: true } : one));
  expect((await examine('one')(lastIsFresh)).size).toBe(11);
  expect((await examine('one')(lastIsFresh)).size).toBe(12);
  expect(downloads()).toBe(13);
  await examine('one')(all.map((one, at) => (at === 0 ? { ...one, stamp: 'later' } : one)));
  expect(downloads()).toBe(14);
});

test('a package that the service does not return is not asked for each time', async () => {
  const { account, all, downloads, examine } = await open();
  const fault = { kind: 'status', status: 404, body: { detail: 'This Ability has no package.' } } as const;
  account.faults.add({ match: { path: new RegExp(`template-file/(${all[0]?.id}|${all[1]?.id})/`) }, fault });
  await examine('one')(all);
  const known = await examine('one')(all);
  expect(known.size).toBe(10);
  await examine('one')(all);
  expect(downloads()).toBe(12);
});

test('packages that do not arrive cost the time of one check, and the next one goes on with others', async () => {
  const { account, all, clock, downloads, examine } = await open();
  const firstFive = all.slice(0, 5).map(({ id }) => id);
  const path = new RegExp(`template-file/(${firstFive.join('|')})/`);
  account.faults.add({ match: { path }, fault: { kind: 'silent' } });
  const examined = examine('one')(all);
  await until(() => downloads() === 5);
  clock.move(PATIENT.examineCode);
  expect((await examined).size).toBe(0);
  const known = await examine('one')(all);
  expect([...known.keys()]).toEqual(all.slice(5).map(({ id }) => id));
});
