import { expect, test } from 'vitest';
import { joinTables } from '../../src/base/by-tag.ts';

test('the rows of several tables become one table', () => {
  expect(joinTables([{ a: 1 }, { b: 2, c: 3 }])).toEqual({ a: 1, b: 2, c: 3 });
});

test('two rows of one name are refused, since one would be lost', () => {
  expect(() => joinTables([{ a: 1 }, { a: 2 }])).toThrow('same name');
});
