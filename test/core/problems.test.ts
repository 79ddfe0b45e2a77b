import { expect, test } from 'vitest';
import { joinCatalog } from '../../src/core/catalog.ts';
import { findProblems } from '../../src/core/problems.ts';
import { ability, installed } from './rows.ts';

/** So many enabled Abilities with these words. */
const entriesOf = (count: number, wordsOf: (id: number) => string[]) => {
  const ids = Array.from({ length: count }, (_, n) => n + 1);
  const rows = ids.map((id) =>
    installed({ id: 100_000 + id, name: `Ability ${id}`, enabled: true, trigger_words: wordsOf(id) }),
  );
  return joinCatalog(
    ids.map((id) => ability({ id, name: `Ability ${id}` })),
    rows,
    new Date(0),
  ).entries;
};

const find = (entries: ReturnType<typeof entriesOf>, name: string | null = null) =>
  findProblems(entries, [], () => ({ known: 'no' }), name);

test('twenty Abilities with one word are all their pairs', () => {
  expect(find(entriesOf(20, () => ['play']))).toHaveLength(190);
});

test.each<[string, (id: number) => string[]]>([
  ['share a word', () => ['play']],
  ['contain the word of another', (id) => [id === 1 ? 'play' : `now play ${id}`]],
])('thousands of Abilities that %s are a bounded number of problems', (_what, wordsOf) => {
  expect(find(entriesOf(5000, wordsOf))).toHaveLength(200);
});

test('one of thousands has its problems by name', () => {
  const problems = find(
    entriesOf(5000, () => ['play']),
    'ability 4999',
  );
  expect(problems.length).toBeGreaterThan(10);
  for (const problem of problems) {
    expect(problem.kind === 'collision' && [problem.one.name, problem.other.name]).toContain('Ability 4999');
  }
});
