import { expect, test } from 'vitest';
import { joinTables } from '../../src/base/by-tag.ts';

test('the rows of several tables become one table', () => {
  expect(joinTables([{ a: 1 }, { b: 2, c: 3 }])).toEqual({ a: 1, b: 2, c: 3 });
});

test('two rows of one name are refused by their name, since one would be lost', () => {
  const tables = [
    { a: 1, b: 1 },
    { a: 2, c: 2, d: 2 },
    { a: 3, d: 3 },
  ];
  expect(() => joinTables(tables)).toThrow('same name: a, d');
});
