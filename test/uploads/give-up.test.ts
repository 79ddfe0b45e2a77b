import { rm, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { hasEnded, type UploadState } from '../../src/store/upload-record.ts';
import { FileUnavailableError } from '../../src/uploads/ports.ts';
import { useAccounts } from '../core/operations/account.ts';
import { ADD, awayService, type Bench, LOST, openBench, ROOM, SETTINGS } from './upload-bench.ts';

const openAccount = useAccounts({ agentRowsCarryAbilities: true });
const open = async () => openBench(await openAccount(), 'libsql');
/** Few attempts, so that it gives up soon. */
async function openImpatient(): Promise<Bench> {
  const bench = await open();
  bench.tools.settings = { ...SETTINGS, giveUpMs: 600_000 };
  return bench;
}
const HOUR = 3_600_000;

/** From the start of this state on, every service call fails. */
const failFrom = (bench: Bench, state: UploadState, late = 0) =>
  bench.once(state, () => {
    bench.clock.move(late);
    bench.account.faults.add({ match: {}, fault: LOST });
  });

test.each([
  ['inspecting', 'none'],
  ['sending', 'unknown'],
  ['confirming', null],
] as const)('a new upload whose service fails from %s on ends, with the effect %s', async (state, effect) => {
  const bench = await openImpatient();
  const { id } = await bench.accept();
  failFrom(bench, state);
  const { end } = await bench.finish(id);
  // After a response with an ID there is nothing to give up.
  if (effect) expect(end).toMatchObject({ kind: 'given-up', effect });
  else expect(end).toMatchObject({ kind: 'uploaded' });
  expect(bench.clock.at).toBeLessThanOrEqual((await bench.find(id)).giveUpAt);
});

test.each([
  ['keeping', 'none'],
  ['deleting', 'unknown'],
  ['sending', 'old-deleted'],
  ['restoring', 'old-deleted'],
] as const)('a replacement whose service fails from %s on ends, with the effect %s', async (state, effect) => {
  const bench = await openImpatient();
  const { id } = await bench.replacing('Weather');
  failFrom(bench, state);
  const ended = await bench.finish(id, 500);
  expect(ended.end).toMatchObject({ kind: 'given-up', effect });
  // The new one's data is kept for the message.
  expect(ended.abilityId === null).toBe(state !== 'restoring');
});

test('a send without an answer makes the effect unknown, also when the end comes before the next send', async () => {
  const bench = await openImpatient();
  bench.account.faults.add({ match: ADD, times: 1, fault: LOST });
  const { id } = await bench.accept();
  await bench.turn();
  bench.clock.move(SETTINGS.settleMs);
  failFrom(bench, 'inspecting');
  expect((await bench.finish(id)).end).toMatchObject({ kind: 'given-up', effect: 'unknown' });
});

test('a service that is not reached when it is to be sent: it can be cancelled, and nothing changed', async () => {
  const bench = await open();
  const away = await awayService();
  const { uploadAbility } = bench.tools.service;
  bench.meet({ uploadAbility: away.uploadAbility });
  const { id } = await bench.accept();
  await bench.turn();
  expect(await bench.find(id)).toMatchObject({ state: 'accepted', sends: 0 });
  bench.meet({ uploadAbility });
  expect((await bench.finish(id)).end).toMatchObject({ kind: 'uploaded' });
});

test('an update that was sent, and a service that is not reached for the look at it: it cannot be cancelled any more', async () => {
  const bench = await open();
  const away = await awayService();
  const { downloadPackage } = bench.tools.service;
  const { id } = await bench.askedAbout('Weather');
  await bench.decide(id, { kind: 'update' });
  // The current code is stored first. The second download checks the result.
  let downloads = 0;
  bench.meet({
    downloadPackage: (...of) => {
      downloads += 1;
      return downloads === 1 ? downloadPackage(...of) : away.downloadPackage(...of);
    },
  });
  await bench.turn();
  expect(await bench.find(id)).toMatchObject({ state: 'verifying', sends: 1, verification: { looks: 1 } });
  expect(await bench.decide(id, { kind: 'cancel', by: 'U1' })).toBeNull();
  bench.meet({ downloadPackage });
  expect((await bench.finish(id)).end).toMatchObject({ kind: 'updated', verdict: { kind: 'confirmed' } });
});

test('the release is gone when the update is sent: refused, and nothing changed', async () => {
  const bench = await open();
  const { id } = await bench.askedAbout('Weather');
  await bench.decide(id, { kind: 'update' });
  bench.account.faults.add({
    match: { path: /release-code/ },
    fault: { kind: 'status', status: 404, body: { detail: 'Release not found.' } },
  });
  expect((await bench.finish(id)).end).toMatchObject({
    kind: 'refused',
    sentence: expect.stringContaining('Release not found'),
  });
});

test('the release is gone before the update is sent: asks again, without that choice', async () => {
  const bench = await open();
  const { id } = await bench.askedAbout('Weather');
  await bench.decide(id, { kind: 'update' });
  bench.meet({ findRelease: async () => null });
  expect(await bench.finish(id)).toMatchObject({ state: 'asking', question: { by: { canUpdateInPlace: false } } });
});

test('the service gives other code than was sent as an update: it is not told as done', async () => {
  const bench = await openImpatient();
  const { id } = await bench.askedAbout('Weather');
  await bench.decide(id, { kind: 'update' });
  bench.account.faults.add({ match: { path: /release-code/ }, fault: { kind: 'status', status: 200, body: {} } });
  const verdict = { kind: 'different', found: [{ kind: 'other-code', isOld: true }] };
  expect((await bench.finish(id)).end).toMatchObject({ kind: 'updated', verdict });
});

test('a fault of the program ends it after five tries', async () => {
  const bench = await open();
  let tries = 0;
  bench.tools.ports.fetchFiles = async () => {
    tries += 1;
    throw new TypeError('made up');
  };
  const { id } = await bench.accept();
  expect((await bench.finish(id)).end).toMatchObject({ kind: 'given-up', effect: 'none' });
  expect(tries).toBe(5);
});

test('one fault after an hour without the service does not end it', async () => {
  const bench = await open();
  const { fetchFiles } = bench.tools.ports;
  let tries = 0;
  bench.tools.ports.fetchFiles = async (...given) => {
    tries += 1;
    if (tries <= 30) throw new FileUnavailableError('Slack does not give it now.');
    if (tries === 31) throw new TypeError('made up');
    return fetchFiles(...given);
  };
  const { id } = await bench.accept();
  expect((await bench.finish(id)).end).toMatchObject({ kind: 'uploaded' });
});

test('a service that asks to wait for a year is asked again before the time is over', async () => {
  const bench = await open();
  const { id, giveUpAt } = await bench.accept();
  const fault = { kind: 'status', status: 429, headers: { 'retry-after': '31536000' } } as const;
  bench.account.faults.add({ match: { path: /get-all-capabilities/ }, fault });
  expect((await bench.finish(id)).end).toMatchObject({ kind: 'given-up', effect: 'none' });
  expect(bench.clock.at).toBe(giveUpAt);
});

test('a service that is away for an hour delays an upload', async () => {
  const bench = await open();
  bench.account.faults.add({ match: {}, fault: LOST });
  const { id } = await bench.accept();
  const since = bench.clock.at;
  while (bench.clock.at < since + HOUR) {
    await bench.turn();
    bench.clock.at = (await bench.find(id)).dueAt;
  }
  bench.account.faults.clear();
  expect((await bench.finish(id)).end).toMatchObject({ kind: 'uploaded' });
});

test('no room for files: it waits, and goes on when there is room again', async () => {
  const bench = await open();
  const { id } = await bench.accept();
  await bench.spool.lend(async ({ reserve }) => {
    reserve(ROOM);
    await bench.turn();
    expect(await bench.find(id)).toMatchObject({
      trouble: { sentence: 'I have no room for more files right now.' },
    });
  });
  expect((await bench.finish(id)).end).toMatchObject({ kind: 'uploaded' });
});

test('the folder for files is gone: it is made again', async () => {
  const bench = await open();
  const { id } = await bench.accept();
  await rm(bench.spoolDir, { recursive: true });
  const ended = await bench.finish(id);
  expect(hasEnded(ended) && ended.end?.kind).toBe('uploaded');
});

test('no folder can be created: it ends in time, and reports so', async () => {
  const bench = await openImpatient();
  const { id } = await bench.accept();
  await rm(bench.spoolDir, { recursive: true });
  await writeFile(bench.spoolDir, '');
  expect((await bench.finish(id)).end).toMatchObject({ kind: 'given-up', effect: 'none' });
});
