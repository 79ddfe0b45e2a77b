import { readFile } from 'node:fs/promises';
import { AbilityId } from '@abilities-bot/service-api';
import { describe, expect, test } from 'vitest';
import type { UploadRecord } from '../../src/store/upload-record.ts';
import { useAccounts } from '../core/operations/account.ts';
import { storeKinds } from '../store/stores.ts';
import { type Bench, FORM, LOST, openBench } from './upload-bench.ts';

const openAccount = useAccounts({ agentRowsCarryAbilities: true });
const open = async () => openBench(await openAccount(), 'libsql');

const LISTS = /get-(all|installed)-capabilities/;
const UNREADABLE = { match: { path: LISTS }, fault: LOST };

const verdictOf = ({ end }: UploadRecord) => (end && 'verdict' in end ? end.verdict : undefined);

/** How long an upload takes, in seconds of the test's clock. */
async function secondsOf(bench: Bench, id: string): Promise<number> {
  const started = bench.clock.at;
  await bench.finish(id);
  return Math.round((bench.clock.at - started) / 1000);
}

async function updating(bench: Bench) {
  const { id } = await bench.askedAbout('Weather');
  await bench.decide(id, { kind: 'update' });
  return id;
}

describe('an honest service', () => {
  test('a new one is confirmed immediately, with one call more than its lists', async () => {
    const bench = await open();
    const { id } = await bench.accept();
    const calls: string[] = [];
    const { downloadPackage, listAbilities, listInstalledAbilities } = bench.tools.service;
    bench.once('verifying', () =>
      bench.meet({
        listAbilities: (...of) => {
          calls.push('abilities');
          return listAbilities(...of);
        },
        listInstalledAbilities: (...of) => {
          calls.push('installed');
          return listInstalledAbilities(...of);
        },
        downloadPackage: (...of) => {
          calls.push('package');
          return downloadPackage(...of);
        },
      }),
    );
    expect(await secondsOf(bench, id)).toBe(0);
    expect(verdictOf(await bench.find(id))).toEqual({ kind: 'confirmed', found: [], installedId: null });
    expect(calls.sort()).toEqual(['abilities', 'installed', 'package']);
  });

  test('an update costs two calls more: the list of installed ones right before it, and after it', async () => {
    const bench = await open();
    const id = await updating(bench);
    let lists = 0;
    const { listInstalledAbilities } = bench.tools.service;
    bench.meet({
      listInstalledAbilities: (...of) => {
        lists += 1;
        return listInstalledAbilities(...of);
      },
    });
    expect(verdictOf(await bench.finish(id))).toMatchObject({ kind: 'confirmed' });
    expect(lists).toBe(2);
  });

  test('it does not give packages back', async () => {
    const bench = await open();
    bench.meet({ downloadPackage: async () => false });
    const { id } = await bench.accept();
    expect(verdictOf(await bench.finish(id))).toMatchObject({ kind: 'confirmed' });
  });

  test('its packages cannot be read: the lists are enough for a new one, after three more looks', async () => {
    const bench = await open();
    bench.account.faults.add({ match: { path: /template-file/ }, fault: LOST });
    const { id } = await bench.accept();
    expect(await secondsOf(bench, id)).toBe(155);
    expect(verdictOf(await bench.find(id))).toMatchObject({ kind: 'confirmed' });
  });

  test('it has 5,000 others', async () => {
    const bench = await open();
    const { listAbilities } = bench.tools.service;
    const weather = await bench.account.ability('Weather');
    const others = Array.from({ length: 5000 }, (_, n) => ({
      ...weather,
      id: AbilityId.parse(100_000 + n),
      name: `Tides ${n}`,
    }));
    bench.meet({ listAbilities: async (...of) => [...others, ...(await listAbilities(...of))] });
    const { id } = await bench.accept();
    expect(verdictOf(await bench.finish(id))).toMatchObject({ kind: 'confirmed' });
  });

  test('it spells trigger words in its own way', async () => {
    const bench = await open();
    const { listAbilities } = bench.tools.service;
    bench.meet({
      listAbilities: async (...of) =>
        (await listAbilities(...of)).map((row) => ({
          ...row,
          triggerWords: row.triggerWords.map((word) => ` ${word.toUpperCase()}  `),
        })),
    });
    const { id } = await bench.accept({ form: { triggerWords: ['when is  high tide', 'low tide, ebb'] } });
    expect(verdictOf(await bench.finish(id))).toMatchObject({ kind: 'confirmed' });
  });

  test.each([
    ['immediately after the question', 0],
    ['long after it', 3_600_000],
  ])('somebody disabled it before the update, without the bot, %s', async (_, waitMs) => {
    const bench = await open();
    const { id } = await bench.askedAbout('Weather');
    const row = await bench.account.installed('Weather');
    await bench.account.context.service.setInstalledAbility(row, { enabled: false, triggerWords: ['other words'] });
    bench.clock.move(waitMs + 1);
    await bench.decide(id, { kind: 'update' });
    expect(verdictOf(await bench.finish(id))).toMatchObject({ kind: 'confirmed' });
  });
});

describe('a service that lies', () => {
  test('a second one of the name appears', async () => {
    const bench = await open();
    const { listAbilities } = bench.tools.service;
    const weather = await bench.account.ability('Weather');
    const second = { ...weather, id: AbilityId.parse(999_001), name: 'tides', triggerWords: ['ebb'] };
    bench.once('verifying', () =>
      bench.meet({ listAbilities: async (...of) => [...(await listAbilities(...of)), second] }),
    );
    const { id } = await bench.accept();
    const found = [{ kind: 'duplicate', abilityId: 999_001, triggerWords: ['ebb'] }];
    expect(verdictOf(await bench.finish(id))).toEqual({ kind: 'different', found, installedId: null });
  });

  test('trigger words are lost', async () => {
    const bench = await open();
    const { uploadAbility } = bench.tools.service;
    bench.meet({ uploadAbility: (upload) => uploadAbility({ ...upload, triggerWords: ['tides'] }) });
    const { id } = await bench.accept({ form: { triggerWords: ['tides', 'High tide', 'ebb'] } });
    const found = [{ kind: 'lost-words', missing: ['High tide', 'ebb'] }];
    expect(verdictOf(await bench.finish(id))).toEqual({ kind: 'different', found, installedId: null });
  });

  test('other code than was sent', async () => {
    const bench = await open();
    const { downloadPackage } = bench.tools.service;
    const weather = await bench.account.ability('Weather');
    bench.meet({ downloadPackage: (_, ...rest) => downloadPackage(weather.id, ...rest) });
    const { id } = await bench.accept();
    expect(verdictOf(await bench.finish(id))).toMatchObject({
      kind: 'different',
      found: [{ kind: 'other-code', isOld: false }],
    });
  });

  test('a replacement is not installed for Agents: its trigger words do not work', async () => {
    const bench = await open();
    const { listInstalledAbilities } = bench.tools.service;
    bench.meet({
      listInstalledAbilities: async (...of) =>
        (await listInstalledAbilities(...of)).map((row) => ({ ...row, isForAgents: false })),
    });
    const { id } = await bench.replacing('Weather');
    const ended = await bench.finish(id);
    const { id: installedId } = await bench.account.installed('Weather');
    expect(verdictOf(ended)).toEqual({ kind: 'different', found: [{ kind: 'cannot-fire' }], installedId });
  });

  test('a replacement is not installed', async () => {
    const bench = await open();
    const { listAbilities, listInstalledAbilities } = bench.tools.service;
    bench.once('restoring', () =>
      bench.meet({
        listAbilities: async (...of) =>
          (await listAbilities(...of)).map((row) => (row.name === 'Weather' ? { ...row, isInstalled: false } : row)),
        listInstalledAbilities: async (...of) =>
          (await listInstalledAbilities(...of)).filter(({ name }) => name !== 'Weather'),
      }),
    );
    const { id } = await bench.replacing('Weather');
    expect(verdictOf(await bench.finish(id))).toEqual({
      kind: 'different',
      found: [{ kind: 'not-installed' }],
      installedId: null,
    });
  });

  test('the lists cannot be read at all: it is not confirmed, and not refused either', async () => {
    const bench = await open();
    const { id } = await bench.accept();
    bench.once('verifying', () => bench.account.faults.add(UNREADABLE));
    expect(await secondsOf(bench, id)).toBe(155);
    expect(await bench.find(id)).toMatchObject({
      state: 'done',
      end: { kind: 'uploaded', verdict: { kind: 'unconfirmed', found: [{ kind: 'unreadable', what: 'lists' }] } },
    });
  });
});

test.each([
  ['disables it', true],
  ['disables another one', false],
])('while it is looked at again, somebody %s with the bot', async (_, isMeant) => {
  const bench = await open();
  const id = await updating(bench);
  const { listInstalledAbilities } = bench.tools.service;
  const row = await bench.account.installed('Weather');
  const other = await bench.account.installed('News');
  bench.once('verifying', () =>
    bench.meet({
      listInstalledAbilities: async (...of) =>
        (await listInstalledAbilities(...of)).map((one) => (one.id === row.id ? { ...one, enabled: false } : one)),
    }),
  );
  bench.clock.move(1);
  await bench.turn();
  expect(await bench.find(id)).toMatchObject({ state: 'verifying', verification: { looks: 1 } });
  const items = [{ id: isMeant ? row.id : other.id, name: 'It', enabled: false }];
  await bench.store.of('T1').undoLogOf(null).record('U1', { kind: 'toggled', items });
  const found = isMeant ? [] : [{ kind: 'state', enabled: false }];
  expect(verdictOf(await bench.finish(id))).toMatchObject({ kind: isMeant ? 'confirmed' : 'different', found });
});

test('the old code is still there: checked again after 5, 30 and 120 s, and nothing is sent again', async () => {
  const bench = await open();
  const id = await updating(bench);
  let sends = 0;
  bench.meet({
    updateRelease: async () => {
      sends += 1;
    },
  });
  const waits: number[] = [];
  for (let turns = 0; turns < 3; turns += 1) {
    await bench.turn();
    const { dueAt, state } = await bench.find(id);
    expect(state).toBe('verifying');
    waits.push(dueAt - bench.clock.at);
    bench.clock.at = dueAt;
  }
  expect(waits).toEqual([5000, 30_000, 120_000]);
  expect(sends).toBe(1);
  expect(verdictOf(await bench.finish(id))).toMatchObject({
    kind: 'different',
    found: [{ kind: 'other-code', isOld: true }],
  });
});

describe.each(storeKinds)('late truth, on %s', (kind) => {
  test('a worker dies between two checks: the next one continues, and another upload is not held up', async () => {
    const bench = await openBench(await openAccount(), kind);
    const id = await updating(bench);
    const { updateRelease } = bench.tools.service;
    let late = async (): Promise<void> => undefined;
    bench.meet({
      updateRelease: async (release, zip, ...rest) => {
        const kept = `kept-${release}`;
        await bench.hold(kept, await readFile(zip.path));
        const path = bench.held.get(kept) ?? '';
        late = () => updateRelease(release, { ...zip, path }, rest[0] ?? '', {});
      },
    });
    await bench.turn();
    expect(await bench.find(id)).toMatchObject({ state: 'verifying', verification: { looks: 1 } });
    const { id: other } = await bench.accept({ form: { name: 'Other' } });
    await bench.turn();
    expect(await bench.find(other)).toMatchObject({ state: 'done' });
    await bench.store.uploadQueue.markAnnounced(other, null);
    expect(await bench.find(id)).toMatchObject({ state: 'verifying', verification: { looks: 1 } });
    await late();
    bench.dieAt('verifying');
    expect(verdictOf(await bench.finish(id))).toMatchObject({ kind: 'confirmed', found: [] });
  });
});

test('an installed record that appears late gets the state of the old one after all', async () => {
  const bench = await open();
  const before = await bench.account.installed('Weather');
  const { listAbilities, listInstalledAbilities } = bench.tools.service;
  bench.once('restoring', () =>
    bench.meet({
      listAbilities: async (...of) =>
        (await listAbilities(...of)).map((row) => (row.name === 'Weather' ? { ...row, isInstalled: false } : row)),
      listInstalledAbilities: async (...of) =>
        (await listInstalledAbilities(...of)).filter(({ name }) => name !== 'Weather'),
    }),
  );
  const { id } = await bench.replacing('Weather', { form: { triggerWords: FORM.triggerWords } });
  await bench.turn();
  expect(await bench.find(id)).toMatchObject({
    state: 'verifying',
    verification: { found: [{ kind: 'not-installed' }] },
  });
  bench.meet({ listAbilities, listInstalledAbilities });
  expect((await bench.finish(id)).end).toMatchObject({ notRestored: [], verdict: { kind: 'confirmed' } });
  expect(await bench.account.installed('Weather')).toMatchObject({
    enabled: before.enabled,
    triggerWords: before.triggerWords,
  });
});
