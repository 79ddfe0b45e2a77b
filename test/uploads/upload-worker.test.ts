import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { UploadWorker, type WorkerOptions } from '../../src/uploads/worker.ts';
import { useAccounts } from '../core/operations/account.ts';
import { storeKinds } from '../store/stores.ts';
import { until } from '../until.ts';
import { ADD, type Bench, LEASE, openBench, type StoreKind } from './upload-bench.ts';

const openAccount = useAccounts({ agentRowsCarryAbilities: true });

/** Something to wait for until it is opened. */
function makeGate() {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, passed };
}

function startWorker({ store, tools }: Pick<Bench, 'store' | 'tools'>, options: Partial<WorkerOptions> = {}) {
  const worker = new UploadWorker(
    { ...tools, store, clock: { now: tools.now, after: systemClock.after }, toolsOf: async () => tools },
    { atOnce: 3, leaseMs: LEASE, pollMs: 20, ...options },
  );
  onTestFinished(() => worker.stop(0));
  worker.wake();
  return worker;
}

/** A bench whose port calls can be awaited. */
async function open(kind: StoreKind = 'libsql') {
  const bench = await openBench(await openAccount(), kind);
  const waiting: { isMet: () => boolean; resolve: () => void }[] = [];
  const look = () => {
    for (const { isMet, resolve } of waiting) if (isMet()) resolve();
  };
  /** Resolves when the condition holds, which is checked after each port call. */
  const until = (isMet: () => boolean) =>
    isMet() ? Promise.resolve() : new Promise<void>((resolve) => void waiting.push({ isMet, resolve }));
  const { fetchFiles, showProgress, announce: tell } = bench.tools.ports;
  /** Runs before a port's own work. */
  const before: Record<'fetch' | 'tell', () => Promise<void>> = { fetch: async () => {}, tell: async () => {} };
  let fetching = 0;
  let mostFetching = 0;
  bench.tools.ports = {
    fetchFiles: async (upload, given) => {
      fetching += 1;
      mostFetching = Math.max(mostFetching, fetching);
      look();
      const aborted = new Promise<never>((_, reject) => {
        given.signal.addEventListener('abort', () => reject(given.signal.reason), { once: true });
      });
      try {
        await Promise.race([before.fetch(), aborted]);
        return await fetchFiles(upload, given);
      } finally {
        fetching -= 1;
      }
    },
    showProgress: (record, now) => {
      showProgress(record, now);
      look();
    },
    announce: async (record) => {
      await before.tell();
      await tell(record);
      look();
    },
  };
  return { ...bench, before, counts: { fetching: () => fetching, most: () => mostFetching }, until };
}

/** By the test's clock, which does not advance. */
const AT_ONCE_AGAIN = { pollMs: 0 };

const toldOf = ({ told }: Pick<Bench, 'told'>) => told.map(({ form, state }) => `${form.name} ${state}`);

test('runs as many in parallel as allowed; the others wait, and see their place in the order of their arrival', async () => {
  const bench = await open();
  const gate = makeGate();
  bench.before.fetch = () => gate.passed;
  const names = ['First', 'Second', 'Third', 'Fourth', 'Fifth'];
  for (const name of names) await bench.accept({ form: { name } });
  startWorker(bench, { atOnce: 2 });
  const places = () => bench.shown.filter(({ now }) => now.waitingBefore !== null);
  await bench.until(() => places().length >= 3 && bench.counts.fetching() === 2);
  expect(
    places()
      .slice(0, 3)
      .map(({ now, record }) => [record.form.name, now.waitingBefore]),
  ).toEqual([
    ['Third', 0],
    ['Fourth', 1],
    ['Fifth', 2],
  ]);
  gate.open();
  await bench.until(() => bench.told.length === 5);
  expect(bench.counts.most()).toBe(2);
  expect(toldOf(bench).sort()).toEqual(names.map((name) => `${name} done`).sort());
});

describe.each(storeKinds)('on %s', (kind) => {
  test('a worker that loses the lease writes and reports nothing', async () => {
    const bench = await open(kind);
    const gate = makeGate();
    bench.before.fetch = () => gate.passed;
    const { id } = await bench.accept();
    const first = startWorker(bench);
    await bench.until(() => bench.counts.fetching() === 1);
    const store = await bench.reopen();
    bench.before.fetch = async () => undefined;
    bench.clock.move(LEASE);
    startWorker({ store, tools: { ...bench.tools, store: store.of('T1') } });
    await bench.until(() => bench.told.length === 1);
    gate.open();
    await first.stop(60_000);
    expect(toldOf(bench)).toEqual(['Tides done']);
    expect(bench.calls.uploads).toBe(1);
    expect(await bench.find(id)).toMatchObject({ state: 'done' });
  });

  test('a store that fails in the middle: the worker survives it, and another one continues', async () => {
    const bench = await open(kind);
    const gate = makeGate();
    bench.before.fetch = () => gate.passed;
    await bench.accept();
    const store = await bench.reopen();
    const first = startWorker({ store, tools: { ...bench.tools, store: store.of('T1') } });
    await bench.until(() => bench.counts.fetching() === 1);
    await store.close();
    gate.open();
    first.wake();
    await first.stop(60_000);
    expect(bench.told).toEqual([]);
    bench.clock.move(LEASE);
    startWorker(bench);
    await bench.until(() => bench.told.length === 1);
    expect(toldOf(bench)).toEqual(['Tides done']);
    expect(bench.calls.uploads).toBe(1);
  });

  test('stopping waits for a run that claimed an upload before its previous run had ended', async () => {
    const bench = await open(kind);
    const second = makeGate();
    let tries = 0;
    bench.before.tell = async () => {
      tries += 1;
      if (tries === 1) throw new Error('Slack is away.');
      await second.passed;
    };
    const { uploadQueue: queue } = bench.store;
    const release = queue.release.bind(queue);
    // The store has released it, and this process claims it again before it learns that.
    const claimedAgain = makeGate();
    queue.release = async (...given) => {
      await release(...given);
      if (tries > 1) return;
      worker.wake();
      await until(() => tries === 2);
      claimedAgain.open();
    };
    await bench.accept();
    const worker = startWorker(bench, AT_ONCE_AGAIN);
    await claimedAgain.passed;
    // The end of the first run takes microtasks only.
    await new Promise(setImmediate);
    const stopped = worker.stop(60_000);
    second.open();
    await stopped;
    expect(toldOf(bench)).toEqual(['Tides done']);
    expect(await bench.store.uploadQueue.nextDueAt()).toBeNull();
  });

  test.each(['asking', 'done'] as const)(
    '%s was written by a process that died before it told: told by the next',
    async (state) => {
      const bench = await open(kind);
      const { id } = await bench.accept({ seen: state === 'done' });
      await bench.finish(id);
      bench.clock.move(LEASE);
      const { uploads } = bench.calls;
      startWorker(bench);
      await bench.until(() => bench.told.length === 1);
      expect(toldOf(bench)).toEqual([`Tides ${state}`]);
      expect(bench.calls.uploads).toBe(uploads);
    },
  );
});

test('a result that cannot be reported is reported later, once', async () => {
  const bench = await open();
  let tries = 0;
  bench.before.tell = async () => {
    tries += 1;
    if (tries <= 3) throw new Error('Slack is away.');
  };
  await bench.accept();
  const worker = startWorker(bench, AT_ONCE_AGAIN);
  await bench.until(() => bench.told.length === 1);
  await worker.stop(60_000);
  expect([tries, toldOf(bench)]).toEqual([4, ['Tides done']]);
  expect(await bench.store.uploadQueue.nextDueAt()).toBeNull();
});

test('a decision that cannot be asked for is asked for later, unchanged', async () => {
  const bench = await open();
  let tries = 0;
  const versions: number[] = [];
  bench.before.tell = async () => {
    tries += 1;
    versions.push((await bench.find(id)).version);
    if (tries <= 2) throw new Error('Slack is away.');
  };
  const { id } = await bench.accept({ seen: false });
  const worker = startWorker(bench, AT_ONCE_AGAIN);
  await bench.until(() => bench.told.length === 1);
  await worker.stop(60_000);
  const asked = await bench.find(id);
  expect(toldOf(bench)).toEqual(['Tides asking']);
  expect(asked.dueAt).toBe(asked.askUntil);
  expect(bench.told[0]).toMatchObject({ askUntil: asked.askUntil, question: { kind: 'contents' } });
  // A form that was opened before the question was posted still fits.
  expect(versions).toEqual([asked.version, asked.version, asked.version]);
});

test('cancelled while it is worked on: cut short, not sent, and told', async () => {
  const bench = await open();
  bench.before.fetch = () => makeGate().passed;
  const { id } = await bench.accept();
  const worker = startWorker(bench);
  await bench.until(() => bench.counts.fetching() === 1);
  await bench.decide(id, { kind: 'cancel', by: 'U2' });
  worker.interrupt(id);
  await bench.until(() => bench.told.length === 1);
  expect(bench.told[0]).toMatchObject({ state: 'cancelled', end: { by: 'U2' } });
  expect(bench.calls.uploads).toBe(0);
});

test('cancelled in another process, and the notice was missed: the next heartbeat cuts it short', async () => {
  const bench = await open();
  bench.before.fetch = () => makeGate().passed;
  const { id } = await bench.accept();
  startWorker(bench, { leaseMs: 30 });
  await bench.until(() => bench.counts.fetching() === 1);
  await bench.decide(id, { kind: 'cancel', by: 'U2' });
  await bench.until(() => bench.told.length === 1);
  expect(bench.told[0]).toMatchObject({ state: 'cancelled', end: { by: 'U2' } });
});

test('stopped while it sends: nothing is reported, and the next process finds what was created', async () => {
  const bench = await open();
  const made = makeGate();
  const { service } = bench.account.context;
  bench.account.faults.add({ match: ADD, times: 1, afterEffect: true, fault: { kind: 'silent' } });
  bench.meet({
    uploadAbility: async (upload) => {
      bench.calls.uploads += 1;
      made.open();
      return service.uploadAbility(upload);
    },
  });
  const { id } = await bench.accept();
  const worker = startWorker(bench);
  await made.passed;
  await until(async () => (await bench.named('Tides')).length > 0);
  await worker.stop(0);
  expect(bench.told).toEqual([]);
  expect(await bench.find(id)).toMatchObject({ state: 'sending' });
  startWorker(bench);
  await bench.until(() => bench.told.length === 1);
  expect(toldOf(bench)).toEqual(['Tides done']);
  expect(bench.calls.uploads).toBe(1);
});

test('stopped with time to spare: running uploads end and are reported, and no more are started', async () => {
  const bench = await open();
  const gate = makeGate();
  bench.before.fetch = () => gate.passed;
  await bench.accept();
  const waiting = await bench.accept({ form: { name: 'Later' } });
  const worker = startWorker(bench, { atOnce: 1 });
  await bench.until(() => bench.counts.fetching() === 1);
  const stopped = worker.stop(60_000);
  worker.wake();
  gate.open();
  await stopped;
  worker.wake();
  await worker.stop(60_000);
  expect(toldOf(bench)).toEqual(['Tides done']);
  expect(await bench.find(waiting.id)).toMatchObject({ state: 'accepted', version: 1 });
});
