import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runIfAllowed } from '../../src/core/run-command.ts';
import { digestUpload, takeApproved } from '../../src/uploads/approve.ts';
import { actorAs } from '../core/actors.ts';
import { useAccounts } from '../core/operations/account.ts';
import { openAsking as openAskingUpload } from './asking-upload.ts';
import { type Bench, FORM, openBench } from './upload-bench.ts';

const openAccount = useAccounts();

async function openAsking() {
  const bench = await openBench(await openAccount(), 'libsql');
  const record = await bench.askedAbout('Weather');
  const abilityId = record.question?.kind === 'name-taken' ? record.question.by.abilityId : null;
  const digest = digestUpload(record);
  const what = { kind: 'replace', uploadId: record.id, abilityId, name: 'Weather', wrap: false, digest } as const;
  let woken = 0;
  const wake = () => {
    woken += 1;
  };
  const approve = (tools: Bench['tools']) => takeApproved(what, 'U2', { uploadTools: tools, uploadWorker: { wake } });
  return { approve, bench, id: record.id, woken: () => woken };
}

test('what was approved is replaced', async () => {
  const { approve, bench, id, woken } = await openAsking();
  expect(await approve(bench.tools)).toBe(true);
  expect(woken()).toBe(1);
  expect((await bench.find(id)).plan).toMatchObject({ kind: 'replace' });
});

test('what somebody changes right after it was compared with the approval is not replaced', async () => {
  const { approve, bench, id, woken } = await openAsking();
  const { uploads } = bench.tools.store;
  let reads = 0;
  const find = async (wanted: string) => {
    const found = await uploads.find(wanted);
    reads += 1;
    if (reads > 1) return found;
    await bench.decide(id, { kind: 'change', wrap: false, form: { ...FORM, name: 'Weather', description: 'Other.' } });
    expect((await bench.finish(id)).state).toBe('asking');
    return found;
  };
  const raced = new Proxy(uploads, {
    get: (target, key) => {
      if (key === 'find') return find;
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  expect(await approve({ ...bench.tools, store: { ...bench.tools.store, uploads: raced } })).toBe(false);
  expect(woken()).toBe(0);
  expect(await bench.find(id)).toMatchObject({ state: 'asking', plan: { kind: 'new' } });
});

test('two people who decide at the same moment ask once', async () => {
  const { context: opened, record } = await openAskingUpload(openAccount);
  const { store, ...approvals } = opened.approvals;
  // Both would have read before either writes.
  const waiting = async (max: number) => {
    const found = await store.waiting(max);
    await nextTurn();
    return found;
  };
  const readChosen = async () => ['update'] as const;
  const context = { ...opened, approvals: { ...approvals, readChosen, store: { ...store, waiting } } };
  const command = { verb: 'decide-upload', upload: record.id, decision: { kind: 'update' } } as const;
  const ask = (userId: string) => runIfAllowed(command, context, actorAs(userId));
  const asked = await Promise.all([ask('U1'), ask('U2')]);
  expect(asked.map(({ kind }) => kind).sort()).toEqual(['approval-asked', 'upload-waits']);
  expect(await store.waiting(10)).toHaveLength(1);
});
