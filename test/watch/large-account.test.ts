import { expect, test } from 'vitest';
import { type AccountSnapshot, compareAccounts } from '../../src/watch/compare.ts';
import { applyOwnChanges } from '../../src/watch/own-changes.ts';
import { seenAbility, seenInstalled, snapshot } from './snapshots.ts';
import { assignedChange, deletedChange, uploadedChange } from './world.ts';

const SIZE = 5000;
/** Sorting by name takes some dozens. Quadratic work would be thousands. */
const LOOKS_A_ROW = 100;

/** Counts the reads of a row. */
function counted(lists: AccountSnapshot, count: () => void): AccountSnapshot {
  const watch = <T extends object>(row: T): T =>
    new Proxy(row, {
      get: (target, key, receiver) => {
        count();
        return Reflect.get(target, key, receiver);
      },
    });
  return {
    abilities: lists.abilities.map(watch),
    installed: lists.installed.map(watch),
    agents: lists.agents.map(watch),
  };
}

test('5,000 Abilities of which every one is different are compared in a few looks at each', () => {
  const ids = Array.from({ length: SIZE }, (_, index) => index + 1);
  let looks = 0;
  const count = () => {
    looks += 1;
  };
  const before = counted(
    snapshot({
      abilities: ids.map((id) => seenAbility(id, `Ability ${id}`)),
      installed: ids.map((id) => seenInstalled(100_000 + id, id, `Ability ${id}`)),
    }),
    count,
  );
  const after = counted(
    snapshot({
      abilities: ids.map((id) => seenAbility(id * 2, `Ability ${id % 100}`)),
      installed: [
        ...ids.map((id) => seenInstalled(100_000 + id, null, `Ability ${id}`, { enabled: false })),
        ...ids.map((id) => seenInstalled(200_000 + id, id * 2, `Ability ${id}`)),
      ],
    }),
    count,
  );
  const own = ids.flatMap((id) => [
    deletedChange(id, `Ability ${id}`),
    uploadedChange(id + 1, `Ability ${id}`, 'new'),
    assignedChange([id], [id + 2]),
  ]);
  const changes = compareAccounts(applyOwnChanges(before, own, after), after);
  expect(changes.length).toBeGreaterThan(1000);
  expect(looks).toBeLessThan(SIZE * LOOKS_A_ROW);
});
