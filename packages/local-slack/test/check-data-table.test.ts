import { describe, expect, it } from 'vitest';
import { checkMessage } from '../src/block-kit/check-message.ts';
import { checkView } from '../src/block-kit/check-view.ts';

const raw = (text = 'x') => ({ type: 'raw_text', text });
const number = (value: unknown, text = String(value)) => ({ type: 'raw_number', value, text });
const rich = (...elements: object[]) => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements }],
});
const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index));
const row = (columns: number, text?: string) => many(columns, () => raw(text));
const rows = (count: number, columns = 2) => many(count, () => row(columns));
const table = (fields: object = {}) => ({ type: 'data_table', caption: 'Abilities', rows: rows(2), ...fields });
const check = (...blocks: object[]) => [...new Set(checkMessage({ text: 'x', blocks }).map(({ path }) => path))];

const limits: [name: string, within: object, beyond: object, path: string][] = [
  ['rows', { rows: rows(101) }, { rows: rows(102) }, '/blocks/0/rows'],
  ['rows at least', { rows: rows(2) }, { rows: rows(1) }, '/blocks/0/rows'],
  ['columns', { rows: rows(2, 20) }, { rows: [row(21), row(20)] }, '/blocks/0/rows/0'],
  ['columns at least', { rows: rows(2, 1) }, { rows: [row(1), []] }, '/blocks/0/rows/1'],
  ['page size', { page_size: 100 }, { page_size: 101 }, '/blocks/0/page_size'],
  ['page size at least', { page_size: 1 }, { page_size: 0 }, '/blocks/0/page_size'],
  ['caption', { caption: 'x' }, { caption: '' }, '/blocks/0/caption'],
  ['row header', { row_header_column_index: 1 }, { row_header_column_index: 2 }, '/blocks/0/row_header_column_index'],
  [
    'characters in all cells',
    { rows: [row(2), row(2, 'x'.repeat(4999))] },
    { rows: [row(2), row(2, 'x'.repeat(5000))] },
    '/blocks/0/rows',
  ],
];

describe('a data table', () => {
  it.each(limits)('has a limit of %s', (_, within, beyond, path) => {
    expect(check(table(within))).toEqual([]);
    expect(check(table(beyond))).toEqual([path]);
  });

  it.each<[string, object]>([
    ['numbers', number(12, '12 GB')],
    ['rich text', rich({ type: 'text', text: 'News', style: { bold: true } }, { type: 'emoji', name: 'warning' })],
    ['links and mentions', rich({ type: 'link', url: 'https://a.example' }, { type: 'user', user_id: 'U1' })],
  ])('holds %s', (_, cell) => {
    expect(check(table({ rows: [row(1), [cell]] }))).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['without a caption', table({ caption: undefined }), '/blocks/0/caption'],
    ['rows of different lengths', table({ rows: [row(2), row(3)] }), '/blocks/0/rows/1'],
    ['a number in the header', table({ rows: [[number(1)], row(1)] }), '/blocks/0/rows/0/0/type'],
    [
      'rich text in the header',
      table({ rows: [[rich({ type: 'text', text: 'a' })], row(1)] }),
      '/blocks/0/rows/0/0/type',
    ],
    ['an empty cell', table({ rows: [row(1), [raw('')]] }), '/blocks/0/rows/1/0/text'],
    ['a number that is text', table({ rows: [row(1), [number('12')]] }), '/blocks/0/rows/1/0/value'],
    ['a number without text', table({ rows: [row(1), [{ type: 'raw_number', value: 1 }]] }), '/blocks/0/rows/1/0/text'],
    ['mrkdwn in a cell', table({ rows: [row(1), [{ type: 'mrkdwn', text: 'a' }]] }), '/blocks/0/rows/1/0/type'],
    ['an unknown field', table({ column_settings: [] }), '/blocks/0'],
  ])('is rejected with %s', (_, block, path) => {
    expect(check(block)).toEqual([path]);
  });

  it('shares its limit of characters with the other tables of the message', () => {
    const half = (length: number) => table({ rows: [row(1), [raw('x'.repeat(length))]] });
    expect(check(half(4999), half(4999))).toEqual([]);
    expect(checkMessage({ text: 'x', blocks: [half(4999), half(5000)] })).toMatchObject([
      { code: 'invalid_blocks', path: '/blocks' },
    ]);
  });

  it('counts only its text towards the size of the message', () => {
    const full = table({ rows: many(101, () => row(4, 'x'.repeat(20))) });
    expect(JSON.stringify(full).length).toBeGreaterThan(13_000);
    expect(check(full)).toEqual([]);
  });

  it('is allowed in modals and in the Home tab', () => {
    const title = { type: 'plain_text', text: 'Abilities' };
    expect(checkView({ type: 'modal', title, blocks: [table()] })).toEqual([]);
    expect(checkView({ type: 'home', blocks: [table()] })).toEqual([]);
  });
});
