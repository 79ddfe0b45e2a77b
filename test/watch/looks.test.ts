import { describe, expect, test } from 'vitest';
import { UnavailableError } from '../../src/service/errors.ts';
import type { WatchPorts } from '../../src/watch/watch-account.ts';
import { DAY, WatchBench } from './watch-bench.ts';
import { deletedChange, uploadedChange } from './world.ts';

/** An account with Weather that has been checked once. */
async function setUp() {
  const bench = new WatchBench();
  const weather = bench.world.add('Weather');
  bench.world.install(weather, true, ['rain']);
  expect(await bench.look()).toEqual({ kind: 'first' });
  const [row = 0] = bench.world.rowsOf(weather);
  return { bench, row, weather, world: bench.world };
}

const DISABLED = [{ kind: 'disabled', installedId: expect.any(Number), name: 'Weather' }];

describe('a reported change', () => {
  test('is nothing at the first look, and nothing when nothing changed', async () => {
    const { bench } = await setUp();
    expect(await bench.look()).toEqual({ kind: 'unchanged' });
    expect(bench.told).toEqual([]);
    expect(bench.kept).toHaveLength(1);
  });

  test('is what others changed, once, with the moment when it was seen', async () => {
    const { bench, row, world } = await setUp();
    world.change(row, { enabled: false });
    expect(await bench.look()).toEqual({ kind: 'changed', changes: DISABLED });
    expect(bench.told).toEqual([{ changes: DISABLED, seenAt: new Date(bench.clock.now()) }]);
    expect(await bench.look()).toEqual({ kind: 'unchanged' });
  });

  test('is reported again after a failed report', async () => {
    const { bench, row, world } = await setUp();
    world.change(row, { enabled: false });
    const tell = () => Promise.reject(new Error('Slack is away.'));
    await expect(bench.look({ notify: tell })).rejects.toThrow('Slack is away.');
    expect(bench.kept).toHaveLength(1);
    expect(await bench.changes()).toEqual(DISABLED);
  });

  test('is reported again if it could not be stored', async () => {
    const { bench, row, world } = await setUp();
    world.change(row, { enabled: false });
    const save = () => Promise.reject(new Error('The store is away.'));
    await expect(bench.look({ snapshots: { ...bench.ports.snapshots, save } })).rejects.toThrow('The store is away.');
    expect(await bench.changes()).toEqual(DISABLED);
    expect(bench.told).toHaveLength(2);
  });

  test('is not told twice although it was taken back and done again', async () => {
    const { bench, row, world } = await setUp();
    bench.record(world.toggled(row, false));
    // Further back than any clock skew, so that only the record itself shows that it was counted.
    bench.clock.move(20 * 60_000);
    expect(await bench.changes()).toEqual([{ kind: 'enabled', installedId: row, name: 'Weather' }]);
    expect(await bench.changes()).toEqual([]);
  });
});

describe('nothing is compared', () => {
  test('while the bot is at work, however often', async () => {
    const { bench, row, world } = await setUp();
    bench.atWork = true;
    world.change(row, { enabled: false });
    const listAbilities = () => Promise.reject(new Error('The service is spared.'));
    for (let looks = 1; looks <= 5; looks += 1) {
      expect(await bench.look({ service: { ...world, listAbilities } })).toEqual({ kind: 'busy' });
    }
    bench.atWork = false;
    bench.record(world.toggled(row, false));
    expect(await bench.look()).toEqual({ kind: 'unchanged' });
    expect(bench.told).toEqual([]);
  });

  test('when the service makes trouble', async () => {
    const { bench, row, world } = await setUp();
    world.change(row, { enabled: false });
    const error = new UnavailableError({ endpoint: 'list Agents', status: null, detail: null, reason: 'timeout' });
    const service = { ...world, listAgents: () => Promise.reject(error) };
    expect(await bench.look({ service })).toEqual({ kind: 'trouble', error });
    expect(bench.kept).toHaveLength(1);
    expect(await bench.changes()).toEqual(DISABLED);
  });
});

describe('what happens while the lists are read', () => {
  /** Runs when the installed Abilities are read for the second time. */
  const atSecondReading = (bench: WatchBench, act: () => void): Partial<WatchPorts> => {
    let readings = 0;
    const listInstalledAbilities = () => {
      readings += 1;
      if (readings === 2) act();
      return bench.world.listInstalledAbilities();
    };
    return { service: { ...bench.world, listInstalledAbilities } };
  };

  test('by the bot, and recorded, waits for the next look', async () => {
    const { bench, row, weather, world } = await setUp();
    world.change(row, { enabled: false });
    // Deleted after the installed Abilities were read: the account was never in this state.
    const listAbilities = () => {
      world.delete(weather, false);
      bench.record(deletedChange(weather, 'Weather'));
      return world.listAbilities();
    };
    expect(await bench.look({ service: { ...world, listAbilities } })).toEqual({ kind: 'busy' });
    expect(await bench.look()).toEqual({ kind: 'unchanged' });
  });

  test('by the bot, recorded by a process whose clock is behind, waits as well', async () => {
    const { bench, row, world } = await setUp();
    bench.behindMs = 9 * 60_000;
    const changed = atSecondReading(bench, () => bench.record(world.toggled(row, false)));
    world.change(row, { enabled: false });
    expect(await bench.look(changed)).toEqual({ kind: 'busy' });
    expect(await bench.look()).toEqual({ kind: 'unchanged' });
  });

  test('by the bot, and not recorded yet, waits until it is', async () => {
    const { bench, row, world } = await setUp();
    world.change(row, { enabled: false });
    const begun = atSecondReading(bench, () => {
      bench.atWork = true;
    });
    expect(await bench.look(begun)).toEqual({ kind: 'busy' });
    bench.atWork = false;
    bench.record(world.toggled(row, false));
    expect(await bench.look()).toEqual({ kind: 'unchanged' });
  });

  test('by the bot, recorded just before its work ends, is seen although it ends in between', async () => {
    const { bench, row, world } = await setUp();
    world.change(row, { enabled: false });
    let asked = 0;
    const isAtWork = async () => {
      asked += 1;
      // Right before the answer that nothing is in progress.
      if (asked === 2) bench.record(world.toggled(row, false));
      return false;
    };
    expect(await bench.look({ isAtWork })).toEqual({ kind: 'busy' });
    expect(await bench.look()).toEqual({ kind: 'unchanged' });
  });

  test('by others waits until two readings are the same', async () => {
    const { bench, row, world } = await setUp();
    world.change(row, { words: ['hail'] });
    const changed = atSecondReading(bench, () => world.change(row, { enabled: false }));
    expect(await bench.look(changed)).toEqual({ kind: 'busy' });
    expect((await bench.changes()).map(({ kind }) => kind)).toEqual(['disabled', 'trigger-words']);
  });

  test('by a service that returns an empty list once is not reported', async () => {
    const { bench, world } = await setUp();
    let readings = 0;
    const listAbilities = async () => {
      readings += 1;
      return readings === 1 ? [] : world.listAbilities();
    };
    expect(await bench.look({ service: { ...world, listAbilities } })).toEqual({ kind: 'busy' });
    expect(await bench.look()).toEqual({ kind: 'unchanged' });
  });
});

test('an account that is as it was is read once, in any order of the responses', async () => {
  const { bench, world } = await setUp();
  world.add('Radio');
  world.install(1, true, ['rain', 'snow']);
  await bench.changes();
  const kept = bench.kept.length;
  let readings = 0;
  const service = {
    listAgents: world.listAgents,
    listAbilities: async () => {
      readings += 1;
      return (await world.listAbilities()).reverse();
    },
    listInstalledAbilities: async () =>
      (await world.listInstalledAbilities())
        .map((row) => ({ ...row, triggerWords: [...row.triggerWords].reverse() }))
        .reverse(),
  };
  expect(await bench.look({ service })).toEqual({ kind: 'unchanged' });
  expect(readings).toBe(1);
  expect(bench.kept).toHaveLength(kept);
});

describe('it is a first look again', () => {
  test.each([
    ['of another version', '{"v":2}'],
    ['that is no JSON', 'half a docu'],
  ])('after something kept %s', async (_name, document) => {
    const { bench, row, world } = await setUp();
    bench.kept.push({ document, takenAt: new Date(bench.clock.now()) });
    world.change(row, { enabled: false });
    expect(await bench.look()).toEqual({ kind: 'first' });
    expect(await bench.look()).toEqual({ kind: 'unchanged' });
  });

  test('with another account', async () => {
    const { bench, weather, world } = await setUp();
    world.delete(weather, false);
    expect(await bench.look({ account: 'https://service.example#2' })).toEqual({ kind: 'first' });
    expect(bench.told).toEqual([]);
  });

  test('when own changes of the time between may be forgotten', async () => {
    const { bench, row, world } = await setUp();
    world.change(row, { enabled: false });
    bench.clock.move(90 * DAY);
    expect(await bench.look()).toEqual({ kind: 'first' });
  });
});

describe('what is kept', () => {
  test('is stored again each hour, so that it never gets older than the history', async () => {
    const { bench } = await setUp();
    for (let looks = 0; looks < 12; looks += 1) expect(await bench.look()).toEqual({ kind: 'unchanged' });
    expect(bench.kept).toHaveLength(2);
    expect(await bench.look()).toEqual({ kind: 'unchanged' });
    expect(bench.kept).toHaveLength(2);
  });

  test('holds an own upload as it was created, so that later changes by others are reported', async () => {
    const { bench, world } = await setUp();
    const tides = world.add('Tides');
    world.install(tides, true, ['tides']);
    bench.record(uploadedChange(tides, 'Tides', 'new'));
    expect(await bench.look()).toEqual({ kind: 'unchanged' });
    const [row = 0] = world.rowsOf(tides);
    world.change(row, { enabled: false });
    expect(await bench.changes()).toEqual([{ kind: 'disabled', installedId: row, name: 'Tides' }]);
  });

  test('of the first look counts what the bot did before', async () => {
    const bench = new WatchBench();
    const weather = bench.world.add('Weather');
    bench.record(uploadedChange(weather, 'Weather', 'new'));
    expect(await bench.look()).toEqual({ kind: 'first' });
    bench.world.delete(weather, false);
    expect(await bench.changes()).toEqual([{ kind: 'ability-gone', abilityId: weather, name: 'Weather' }]);
  });
});
