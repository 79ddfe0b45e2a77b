import { describe, expect, test } from 'vitest';
import { arrangeRows, nextSorting, type Row } from '../../page/blocks/arrange-rows.ts';
import { textOfCell } from '../../src/block-kit/index.ts';

const row = (name: string, value: number): Row => [
  { type: 'raw_text', text: name },
  { type: 'raw_number', value, text: `${value} words` },
];
const rows = [row('Radio 10', 9), row('news', 100), row('Radio 9', 20)];
const names = (...args: Parameters<typeof arrangeRows>) =>
  arrangeRows(...args).map(([cell]) => (cell ? textOfCell(cell) : ''));

describe('the rows of a table', () => {
  test('come in the order of the app', () => {
    expect(names(rows, '', null)).toEqual(['Radio 10', 'news', 'Radio 9']);
  });

  test('are sorted by text without case, with numbers in it by size', () => {
    expect(names(rows, '', { column: 0, direction: 'ascending' })).toEqual(['news', 'Radio 9', 'Radio 10']);
  });

  test('are sorted by the value of numbers, not by their text', () => {
    expect(names(rows, '', { column: 1, direction: 'descending' })).toEqual(['news', 'Radio 9', 'Radio 10']);
  });

  test('are filtered by the text of every cell', () => {
    expect(names(rows, ' RADIO ', null)).toEqual(['Radio 10', 'Radio 9']);
    expect(names(rows, '100 w', null)).toEqual(['news']);
    expect(names(rows, 'weather', null)).toEqual([]);
  });

  test('are not changed themselves', () => {
    arrangeRows(rows, '', { column: 0, direction: 'ascending' });
    expect(names(rows, '', null)).toEqual(['Radio 10', 'news', 'Radio 9']);
  });
});

test('a header sorts ascending, then descending, then not at all', () => {
  const first = nextSorting(null, 1);
  expect(first).toEqual({ column: 1, direction: 'ascending' });
  const second = nextSorting(first, 1);
  expect(second).toEqual({ column: 1, direction: 'descending' });
  expect(nextSorting(second, 1)).toBe(null);
  expect(nextSorting(second, 0)).toEqual({ column: 0, direction: 'ascending' });
});
