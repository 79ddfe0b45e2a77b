import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UPLOAD_CANCELLABLE, type UploadState } from '../../src/store/upload-record.ts';
import { useAccounts } from '../core/operations/account.ts';
import { makeFolder } from '../make-folder.ts';
import { storeKinds } from '../store/stores.ts';
import { type Bench, FORM, openBench, SETTINGS } from './upload-bench.ts';

const openAccount = useAccounts({ agentRowsCarryAbilities: true });

const CANCEL = { kind: 'cancel', by: 'U2' } as const;

/** Cancels while the state is being worked on: the click and the worker's save race for one version. */
async function cancelDuring(bench: Bench, state: UploadState) {
  const clicks: ReturnType<Bench['decide']>[] = [];
  bench.once(state, ({ id }) => clicks.push(bench.decide(id, CANCEL)));
  await bench.turn();
  const [decided] = await Promise.all(clicks);
  if (decided === undefined) throw new Error(`${state} was never begun.`);
  return decided;
}

describe.each(storeKinds)('on %s', (kind) => {
  test.each(['accepted', 'fetching', 'inspecting'] as const)(
    'cancelled in %s: not sent, or too late and sent',
    async (state) => {
      const bench = await openBench(await openAccount(), kind);
      const { id } = await bench.accept();
      const decided = await cancelDuring(bench, state);
      const ended = await bench.finish(id);
      const made = (await bench.named('Tides')).length;
      // Either is correct, but a cancelled upload must not have been sent.
      expect([ended.end?.kind, made, bench.calls.uploads]).toEqual(decided ? ['cancelled', 0, 0] : ['uploaded', 1, 1]);
    },
  );

  test('two decisions about one question: the first counts', async () => {
    const bench = await openBench(await openAccount(), kind);
    const { id } = await bench.askedAbout('Weather');
    const decisions = [
      bench.decide(id, { kind: 'replace', wrap: false }),
      bench.decide(id, { kind: 'update' }),
      bench.decide(id, { kind: 'replace', wrap: false }),
    ];
    expect((await Promise.all(decisions)).filter((record) => record !== null)).toHaveLength(1);
    expect(bench.calls.deletes).toBe(0);
  });
});

const open = async () => openBench(await openAccount(), 'libsql');

test.each(['sending', 'confirming'] as const)('cannot be cancelled any more in %s', async (state) => {
  const bench = await open();
  const { id } = await bench.accept();
  expect(await cancelDuring(bench, state)).toBeNull();
  expect((await bench.finish(id)).end).toMatchObject({ kind: 'uploaded', verdict: { kind: 'confirmed' } });
});

test.each(['deleting', 'restoring'] as const)('a replacement cannot be cancelled any more in %s', async (state) => {
  const bench = await open();
  const { id } = await bench.replacing('Weather');
  expect(await cancelDuring(bench, state)).toBeNull();
  expect((await bench.finish(id)).end).toMatchObject({ kind: 'uploaded', verdict: { kind: 'confirmed' } });
});

test('a decision that was not asked for is ignored', async () => {
  const bench = await open();
  const { id } = await bench.accept({ seen: false });
  const asked = await bench.finish(id);
  for (const decision of [{ kind: 'update' }, { kind: 'replace', wrap: false }] as const) {
    expect(await bench.decide(id, decision)).toBeNull();
  }
  expect(await bench.find(id)).toEqual(asked);
});

test('an update is not decided where it was not offered', async () => {
  const bench = await open();
  bench.meet({ findRelease: async () => null });
  const { id } = await bench.askedAbout('Weather');
  expect(await bench.decide(id, { kind: 'update' })).toBeNull();
  expect(await bench.decide(id, { kind: 'send', wrap: false })).toBeNull();
});

test('the code is compared also where it cannot be updated in place, so that the question knows if it is new', async () => {
  const bench = await open();
  const { service } = bench.account.context;
  const { id } = await bench.account.ability('Weather');
  const path = join(await makeFolder(), 'weather.zip');
  await service.downloadPackage(id, path, 1024 * 1024);
  bench.meet({ findRelease: async () => null });
  const again = await bench.accept({ form: { name: 'Weather' }, bytes: await readFile(path) });
  const nothing = { first: [], count: 0 };
  expect(await bench.finish(again.id)).toMatchObject({
    state: 'asking',
    question: { by: { canUpdateInPlace: false, code: { added: nothing, changed: nothing, removed: nothing } } },
  });
});

test('another name that is taken too is asked about as well, and nothing is touched', async () => {
  const bench = await open();
  const { id } = await bench.askedAbout('Weather');
  const news = await bench.account.ability('News');
  await bench.decide(id, { kind: 'change', form: { ...FORM, name: 'News' }, wrap: false });
  expect(await bench.finish(id)).toMatchObject({ state: 'asking', question: { by: { abilityId: news.id } } });
  expect(bench.calls).toEqual({ uploads: 0, deletes: 0 });
});

test('the name belongs to another Ability by the time of the decision: that one is asked about, not deleted', async () => {
  const bench = await open();
  const { service } = bench.account.context;
  const [weather, news] = await Promise.all(['Weather', 'News'].map(bench.account.ability));
  const { id } = await bench.replacing('Weather');
  bench.meet({
    listAbilities: async () =>
      (await service.listAbilities()).map((row) => {
        if (row.id === weather?.id) return { ...row, name: 'Weather of old' };
        return row.id === news?.id ? { ...row, name: 'Weather' } : row;
      }),
  });
  expect(await bench.finish(id)).toMatchObject({ state: 'asking', question: { by: { abilityId: news?.id } } });
  expect(bench.calls.deletes).toBe(0);
});

test('an unanswered decision ends as cancelled, by nobody, and accepts no answer after that', async () => {
  const bench = await open();
  const { id } = await bench.askedAbout('Weather');
  bench.clock.move(SETTINGS.askMs - 1);
  await bench.turn();
  expect(await bench.find(id)).toMatchObject({ state: 'asking' });
  bench.clock.move(1);
  await bench.turn();
  expect(await bench.find(id)).toMatchObject({ state: 'cancelled', end: { kind: 'cancelled', by: null } });
  expect(await bench.decide(id, { kind: 'replace', wrap: false })).toBeNull();
});

test('an answer after a long time has all the time that an upload has', async () => {
  const bench = await open();
  const { id } = await bench.askedAbout('Weather');
  bench.clock.move(SETTINGS.askMs - 1);
  const decided = await bench.decide(id, { kind: 'replace', wrap: false });
  expect(decided?.giveUpAt).toBe(bench.clock.at + SETTINGS.giveUpMs);
});

test('all states that can be cancelled are before anything is sent or deleted', () => {
  expect(UPLOAD_CANCELLABLE).toEqual(['accepted', 'fetching', 'inspecting', 'asking', 'keeping']);
});
