import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold, suggest } from '../../src/core/suggest.ts';

const NAMES = ['Weather', 'Night Watch', 'Café Finder', 'Radio', 'Radio Two'];

test.each([
  ['wether', ['Weather']],
  ['WATCH', ['Night Watch']],
  ['radio', ['Radio', 'Radio Two']],
  ['rodio', ['Radio']],
  ['cafe\u0301', ['Café Finder']],
  ['xyzzy', []],
  ['', []],
  ['  ', []],
])('%j may mean %j', (asked, meant) => {
  expect(suggest(asked, NAMES)).toEqual(meant);
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
    { numRuns: 500 },
  );
});
