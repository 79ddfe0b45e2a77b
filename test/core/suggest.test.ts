import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold, suggest } from '../../src/core/text-matching.ts';

const NAMES = ['Weather', 'Night Watch', 'Café Finder', 'Radio', 'Radio Two', 'News'];

test.each([
  ['wether', ['Weather']],
  ['WATCH', ['Night Watch']],
  ['radio', ['Radio', 'Radio Two']],
  ['rodio', ['Radio']],
  // Swapped letters count as one edit.
  ['Nwes', ['News']],
  ['Ngith Watch', ['Night Watch']],
  ['cafe\u0301', ['Café Finder']],
  ['xyzzy', []],
  ['', []],
  ['  ', []],
])('%j may mean %j', (asked, meant) => {
  expect(suggest(asked, NAMES)).toEqual(meant);
});

/** By definition: the minimum over all ways to change one text into the other. */
function fewestEdits(from: string, to: string): number {
  if (from === '' || to === '') return from.length + to.length;
  const [last, before] = [from.at(-1), from.at(-2)];
  return Math.min(
    fewestEdits(from.slice(0, -1), to) + 1,
    fewestEdits(from, to.slice(0, -1)) + 1,
    fewestEdits(from.slice(0, -1), to.slice(0, -1)) + (last === to.at(-1) ? 0 : 1),
    last === to.at(-2) && before === to.at(-1) && from.length > 1 && to.length > 1
      ? fewestEdits(from.slice(0, -2), to.slice(0, -2)) + 1
      : Number.POSITIVE_INFINITY,
  );
}

test('suggests what is within a third of the length in edits, and nothing else', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(word, word, (asked, known) => {
      const isNear = known.includes(asked) || fewestEdits(asked, known) <= Math.max(1, Math.floor(asked.length / 3));
      expect(suggest(asked, [known])).toEqual(isNear ? [known] : []);
    }),
    { numRuns: 200 },
  );
});

test('a long name may differ by five letters at most', () => {
  const name = 'the weather of all the towns at the coast';
  expect(suggest(`xxxxx${name}`, [name])).toEqual([name]);
  expect(suggest(`xxxxxx${name}`, [name])).toEqual([]);
  expect(suggest(`yyyyy${name.slice(5)}`, [name])).toEqual([name]);
  expect(suggest(`yyyyyy${name.slice(6)}`, [name])).toEqual([]);
});

test('gives at most three, and each name once', () => {
  expect(suggest('a', ['a4', 'a3', 'a1', 'a1', 'a2'])).toEqual(['a1', 'a2', 'a3']);
  expect(suggest('a', ['a2', 'a1'], 1)).toEqual(['a1']);
});

test.each([
  ['Weather', 'WEATHER'],
  ['Café', 'Cafe\u0301'],
  ['Radio', 'Ｒａｄｉｏ'],
  ['Night Watch', ' Night\u00a0 Watch '],
  ['Weather', 'Wea\u200bther\ufe0f'],
])('%j and %j are the same to people', (one, other) => {
  expect(fold(one)).toBe(fold(other));
});

test('an accent is a difference', () => {
  expect(fold('Cafe')).not.toBe(fold('Café'));
});

test('no text makes it throw, and what it suggests is known', () => {
  const text = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(text, fc.array(text), (asked, known) => {
      for (const word of suggest(asked, known)) expect(known).toContain(word);
    }),
    { numRuns: 200 },
  );
});
