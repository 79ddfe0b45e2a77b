import { expect, test } from 'vitest';
import { withHouse } from '../bench/house.ts';
import { HEAP_MIB, measureMemory } from '../bench/measure-memory.ts';
import { recordLists } from '../bench/record-lists.ts';

const WORKSPACES = 120;

test(`${WORKSPACES} workspaces with 5,000 Abilities each ask for lists at the same moment: a heap of ${HEAP_MIB} MiB is enough, and each gets an answer`, () =>
  withHouse(async (house) => {
    const lists = await recordLists(house);
    const job = { count: WORKSPACES, together: true, waitMs: 0, keys: { few: 0, many: 0 } };
    const { answeredMs, errors, usedBytes } = await measureMemory(house, lists, job);
    const told = `${answeredMs.length} lists, the first after ${answeredMs[0]} ms, the last after ${answeredMs.at(-1)} ms`;
    process.stdout.write(`${told}; ${JSON.stringify(errors)}; ${Math.round(usedBytes / 2 ** 20)} MiB after use\n`);
    expect(Object.keys(errors).filter((error) => !error.startsWith("I'm reading"))).toEqual([]);
    expect(answeredMs.length + Object.values(errors).reduce((sum, count) => sum + count, 0)).toBe(WORKSPACES);
  }));
