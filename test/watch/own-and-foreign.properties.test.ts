import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inWords, Oracle } from './oracle.ts';
import { WatchBench } from './watch-bench.ts';
import { assignedChange, deletedChange, uploadedChange } from './world.ts';

const NAMES = ['Weather', 'Radio', 'Timer'] as const;
const WORDS = ['rain', 'snow', 'music', 'tea'] as const;

interface Step {
  /** Selects one of the existing things. */
  pick: number;
  other: number;
  flag: boolean;
  name: (typeof NAMES)[number];
  words: string[];
}

/** One account on which steps are taken, and an oracle that watches them. */
class Story {
  readonly bench = new WatchBench();
  readonly world = this.bench.world;
  readonly oracle: Oracle;
  #uploads = 0;

  constructor(behindMs: number) {
    this.bench.behindMs = behindMs;
    for (const name of NAMES) {
      const id = this.world.add(name);
      if (name !== 'Timer') this.world.install(id, name === 'Weather', name === 'Weather' ? ['rain'] : []);
      this.world.addAgent(`Agent of ${name}`);
    }
    this.oracle = new Oracle(this.world);
  }

  readonly foreign: Record<string, (step: Step) => void> = {
    add: ({ flag, name, words }) => {
      const id = this.world.add(name);
      if (flag) this.world.install(id, true, words);
    },
    delete: ({ flag, pick }) => this.#withAbility(pick, (id) => this.world.delete(id, flag)),
    rename: ({ name, pick }) => this.#withAbility(pick, (id) => this.world.rename(id, name)),
    install: ({ flag, pick, words }) => this.#withAbility(pick, (id) => this.world.install(id, flag, words)),
    uninstall: ({ pick }) => this.#withRow(pick, (id) => void this.world.rows.delete(id)),
    toggle: ({ flag, pick }) => this.#withRow(pick, (id) => this.world.change(id, { enabled: flag })),
    words: ({ pick, words }) => this.#withRow(pick, (id) => this.world.change(id, { words })),
    agents: ({ flag, name, pick }) => {
      if (flag) this.world.addAgent(name);
      else this.world.agents.delete(pickOf(pick, [...this.world.agents.keys()]) ?? -1);
    },
  };

  readonly own: Record<string, (step: Step) => void> = {
    toggle: ({ flag, pick, words }) =>
      this.#withInstalled(pick, (id, now) => {
        this.bench.record(this.world.toggled(id, flag));
        this.world.change(id, { enabled: flag, words: now.length === 0 ? words : now });
        this.oracle.ownToggle(id, flag);
      }),
    words: ({ pick, words }) =>
      this.#withInstalled(pick, (id, now) => {
        this.bench.record(this.world.wordsChanged(id, now, words));
        this.world.change(id, { words });
        this.oracle.ownWords(id, words);
      }),
    delete: ({ flag, pick }) =>
      this.#withAbility(pick, (id, name) => {
        this.#delete(id, name, flag);
        this.bench.record(deletedChange(id, name));
      }),
    upload: ({ flag, words }) => {
      this.#uploads += 1;
      this.#upload(`Upload ${this.#uploads}`, flag, words, 'new');
    },
    update: ({ pick }) => this.#withAbility(pick, (id, name) => this.bench.record(uploadedChange(id, name, 'update'))),
    replace: ({ flag, other, pick, words }) =>
      this.#withAbility(pick, (id, name) => {
        // The record identifies it by name, so no other may have had that name since the last check.
        const known = [...this.oracle.abilities].filter((ability) => ability[1] === name);
        const there = [...this.world.abilities].filter((ability) => ability[1] === name);
        if (known.length !== 1 || there.length !== 1 || known[0]?.[0] !== id) return;
        this.#delete(id, name, flag);
        this.#upload(name, other % 2 === 0, words, 'replace');
      }),
    assign: ({ flag, other, pick, words }) => {
      const ids = [...this.world.abilities.keys()];
      const before = ids.filter((id) => (pick >> (id % 5)) % 2 === 0);
      const after = ids.filter((id) => (other >> (id % 5)) % 2 === 0);
      const taken = before.filter((id) => !after.includes(id));
      for (const id of after) if (this.world.rowsOf(id).length === 0) this.world.install(id, flag, words.slice(1));
      if (flag) for (const id of taken.flatMap((one) => this.world.rowsOf(one))) this.world.rows.delete(id);
      this.bench.record(assignedChange(before, after));
      this.oracle.ownAssign(before, after);
    },
  };

  async look(): Promise<void> {
    const told = (await this.bench.changes()).map(inWords).sort();
    expect(told).toEqual(this.oracle.foreignChanges());
    this.oracle.look();
  }

  #delete(id: number, name: string, leavesOrphans: boolean): void {
    this.world.delete(id, leavesOrphans);
    this.oracle.ownDelete(id, name);
  }

  #upload(name: string, isInstalled: boolean, words: string[], how: 'new' | 'replace'): void {
    const id = this.world.add(name);
    if (isInstalled) this.world.install(id, true, words);
    this.bench.record(uploadedChange(id, name, how));
    this.oracle.ownUpload(id, name);
  }

  #withAbility(pick: number, act: (id: number, name: string) => void): void {
    const found = pickOf(pick, [...this.world.abilities]);
    if (found) act(...found);
  }

  #withRow(pick: number, act: (id: number, words: string[]) => void): void {
    const found = pickOf(pick, [...this.world.rows]);
    if (found) act(found[0], found[1].words);
  }

  /** The bot never changes orphans. */
  #withInstalled(pick: number, act: (id: number, words: string[]) => void): void {
    const rows = [...this.world.rows].filter(([id]) => this.world.abilityOf(id) !== null);
    const found = pickOf(pick, rows);
    if (found) act(found[0], found[1].words);
  }
}

const pickOf = <T>(pick: number, things: readonly T[]): T | undefined => things[pick % things.length];

const anyStep: fc.Arbitrary<Step> = fc.record({
  pick: fc.nat(31),
  other: fc.nat(31),
  flag: fc.boolean(),
  name: fc.constantFrom(...NAMES),
  words: fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }),
});

const { foreign: FOREIGN, own: OWN } = new Story(0);
const anyDeed = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ by: 'look', kind: 'look' } as const) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(...Object.keys(OWN)).map((kind) => ({ by: 'own', kind }) as const),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(...Object.keys(FOREIGN)).map((kind) => ({ by: 'foreign', kind }) as const),
  },
);

/** In minutes: another process's clock may be ahead or behind, and time passes between two steps. */
const anyStory = fc.record({
  behind: fc.integer({ min: -9, max: 9 }),
  deeds: fc.array(fc.tuple(anyDeed, anyStep, fc.constantFrom(0, 1, 30)), { maxLength: 25 }),
});

test('changes by others are always reported, and changes by the bot never', async () => {
  await fc.assert(
    fc.asyncProperty(anyStory, async ({ behind, deeds }) => {
      const story = new Story(behind * 60_000);
      expect(await story.bench.look()).toEqual({ kind: 'first' });
      story.oracle.look();
      for (const [{ by, kind }, step, minutes] of deeds) {
        story.bench.clock.move(minutes * 60_000);
        if (by === 'look') await story.look();
        else story[by][kind]?.(step);
      }
      await story.look();
      // Reported only once.
      expect(await story.bench.look()).toEqual({ kind: 'unchanged' });
    }),
    { numRuns: 200 },
  );
});

test('a record that outlived the Ability of an own replacement is left as it is, regardless of what the bot had changed', async () => {
  const bench = new WatchBench();
  const { world } = bench;
  const replaceWeather = (old: number): { id: number; row: number } => {
    world.delete(old, true);
    const id = world.add('Weather');
    world.install(id, true, ['rain']);
    bench.record(uploadedChange(id, 'Weather', 'replace'));
    return { id, row: world.rowsOf(id)[0] ?? 0 };
  };
  const first = world.add('Weather');
  expect(await bench.look()).toEqual({ kind: 'first' });
  const second = replaceWeather(first);
  bench.record(world.wordsChanged(second.row, ['rain'], ['hail']));
  world.change(second.row, { words: ['hail'] });
  replaceWeather(second.id);
  world.change(second.row, { words: ['snow'] });
  expect(await bench.look()).toEqual({ kind: 'unchanged' });
});
