import { expect, test } from 'vitest';
import { useAccounts } from '../core/operations/account.ts';
import { zipOf } from '../e2e/zips.ts';
import { ADD, type Bench, FORM, LOST, openBench } from './upload-bench.ts';

const openAccount = useAccounts({ agentRowsCarryAbilities: true });

/** Somebody else uploads the same form with other code, without the bot. */
async function othersUpload({ account, held, hold }: Bench): Promise<void> {
  await hold('F-other', await zipOf({ 'other/main.py': '# by somebody else\n', 'other/__init__.py': '' }));
  const path = held.get('F-other') ?? '';
  await account.context.service.uploadAbility({ ...FORM, zip: { path, fileName: 'o.zip' }, existingIds: new Set() });
}

const open = async () => openBench(await openAccount(), 'libsql');

test('created, but 500: found, not sent again', async () => {
  const bench = await open();
  bench.account.faults.add({ match: ADD, times: 1, afterEffect: true, fault: LOST });
  const { id } = await bench.accept();
  expect((await bench.finish(id)).end).toMatchObject({ kind: 'uploaded' });
  expect(await bench.named('Tides')).toHaveLength(1);
  expect(bench.calls.uploads).toBe(1);
});

test('not created, and 500: sent again, not before the lists have been watched for the time to settle', async () => {
  const bench = await open();
  bench.account.faults.add({ match: ADD, times: 1, fault: LOST });
  const { id } = await bench.accept();
  await bench.turn();
  bench.clock.at = ((await bench.find(id)).sentAt ?? 0) + 29_999;
  await bench.turn();
  expect(bench.calls.uploads).toBe(1);
  expect((await bench.finish(id)).end).toMatchObject({ kind: 'uploaded' });
  expect(bench.calls.uploads).toBe(2);
  expect(await bench.named('Tides')).toHaveLength(1);
});

test('created after the bot looked and had sent again: the name is taken by its own, which is found', async () => {
  const bench = await open();
  const { service } = bench.account.context;
  bench.account.faults.add({ match: ADD, times: 1, fault: LOST });
  const { id } = await bench.accept();
  await bench.turn();
  bench.meet({
    uploadAbility: async (upload) => {
      await service.uploadAbility(upload);
      return service.uploadAbility(upload);
    },
  });
  const [ended, made] = [await bench.finish(id), await bench.named('Tides')];
  expect(ended.end).toMatchObject({ kind: 'uploaded', abilityId: made[0]?.id });
  expect(made).toHaveLength(1);
});

test.each([
  ['and the answer says so', null],
  ['and the answer is lost', { match: ADD, times: 1, afterEffect: false, fault: LOST }],
] as const)('somebody else takes the name between the list and the send, %s: it is asked about', async (_, rule) => {
  const bench = await open();
  const { service } = bench.account.context;
  bench.meet({
    uploadAbility: async (upload) => {
      await othersUpload(bench);
      if (rule) bench.account.faults.add(rule);
      return service.uploadAbility(upload);
    },
  });
  const { id } = await bench.accept();
  const asked = await bench.finish(id);
  expect(await bench.named('Tides')).toHaveLength(1);
  expect(asked).toMatchObject({ state: 'asking', sends: 0, abilityId: null, question: { kind: 'name-taken' } });
});

test('the answer gave the ID: lists that cannot be read do not make it unknown', async () => {
  const bench = await open();
  const { id } = await bench.accept();
  bench.once('confirming', () => bench.account.faults.add({ match: { path: /get-all/ }, fault: LOST }));
  expect((await bench.finish(id)).end).toMatchObject({ kind: 'uploaded', state: null });
});

test('what is inside is not what the person saw: it is asked about, and sent once they said so', async () => {
  const bench = await open();
  const { id } = await bench.accept({ seen: false });
  expect(await bench.finish(id)).toMatchObject({ state: 'asking', question: { kind: 'contents' } });
  expect(bench.calls.uploads).toBe(0);
  await bench.decide(id, { kind: 'send', wrap: false });
  expect((await bench.finish(id)).end).toMatchObject({ kind: 'uploaded' });
});

test('the file is another one after the question: it is not sent', async () => {
  const bench = await open();
  const { id, zip } = await bench.accept({ seen: false });
  await bench.finish(id);
  await bench.hold(zip.id, await zipOf({ 'job/main.py': '# something else\n', 'job/__init__.py': '' }));
  await bench.decide(id, { kind: 'send', wrap: false });
  expect((await bench.finish(id)).end).toMatchObject({ kind: 'refused' });
  expect(bench.calls.uploads).toBe(0);
});
