import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  compareWords,
  editBetween,
  editWords,
  isSame,
  meantEdit,
  withMeanwhile,
} from '../../src/core/trigger-words.ts';

const edit = (add: string[], remove: string[]) => ({ add, remove });

test.each([
  [['a', 'b'], edit(['c'], []), ['a', 'b', 'c']],
  [['a', 'b'], edit([], ['a']), ['b']],
  [['a', 'b'], edit(['c'], ['b']), ['a', 'c']],
  [['Rain', 'b'], edit(['rain'], []), ['Rain', 'b']],
  [['Rain', 'b'], edit([], ['RAIN']), ['b']],
  [['Rain', 'b'], edit(['rain'], ['Rain']), ['b', 'rain']],
  [['a'], edit(['b', ' B ', ''], ['x']), ['a', 'b']],
  [['a'], edit([], ['a']), []],
  // Duplicates stored by the service are left unchanged.
  [['a', 'A'], edit(['b'], []), ['a', 'A', 'b']],
])('%j with %j is %j', (words, change, after) => {
  expect(editWords(words, change)).toEqual(after);
});

test('returns what is added, removed and kept', () => {
  expect(compareWords(['a', 'b'], ['b', 'c'])).toEqual({
    before: ['a', 'b'],
    after: ['b', 'c'],
    added: ['c'],
    removed: ['a'],
    kept: ['b'],
  });
  expect(isSame(compareWords(['a', 'b'], ['b', 'a']))).toBe(true);
});

test('the edit between two lists makes the one of the other, and nothing more', () => {
  const word = fc.constantFrom('rain', 'Rain', 'snow', 'light snow', 'hail', 'RAIN');
  fc.assert(
    fc.property(fc.uniqueArray(word), fc.uniqueArray(word), fc.constantFrom('fog', 'mist'), (base, wanted, others) => {
      const change = editBetween(base, wanted);
      const folded = (words: readonly string[]) => [...new Set(words.map((text) => text.toLowerCase()))].sort();
      expect(folded(editWords(base, change))).toEqual(folded(wanted));
      // Words added by somebody else in the meantime are kept.
      expect(editWords([...base, others], change)).toContain(others);
    }),
  );
});

test.each([
  [['hey, you', 'hello'], 'hey, you', ['hey, you']],
  [['Hey,  You', 'hello'], 'hey, you', ['Hey,  You']],
  [['"hey"', 'hey'], '"hey"', ['"hey"']],
  [['hey', 'you'], 'hey, you', ['hey', 'you']],
])('of %j, removing %s means %j', (there, whole, remove) => {
  const asked = { kind: 'edit' as const, add: ['c'], remove: ['hey', 'you'], whole };
  expect(meantEdit(asked, there)).toEqual({ kind: 'edit', add: ['c'], remove });
});

test.each([
  ['nobody knows what was shown', undefined, ['a', 'b'], ['a', 'c'], undefined],
  ['nobody did anything', ['b', 'a'], ['a', 'b'], ['a', 'c'], undefined],
  ['a word came', ['a'], ['a', 'b'], ['a', 'b', 'c'], { added: ['b'], removed: [] }],
  ['a word went', ['a', 'b'], ['a'], ['a', 'c'], { added: [], removed: ['b'] }],
  ['a word is written in another way', ['Rain'], ['rain'], ['rain', 'c'], { added: ['rain'], removed: ['Rain'] }],
  // Only what remains afterwards counts.
  ['a word came that goes again', ['a', 'Rain'], ['a', 'rain'], ['a'], { added: [], removed: ['Rain'] }],
  ['a word went that comes again', ['a', 'b'], ['a'], ['a', 'b'], undefined],
])('what somebody else did: %s', (_name, seen, before, after, meanwhile) => {
  expect(withMeanwhile(compareWords(before, after), seen).meanwhile).toEqual(meanwhile);
});
