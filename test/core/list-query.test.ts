import { AbilityId, CATEGORIES, InstalledAbilityId } from '@abilities-bot/service-api';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ALL_ABILITIES,
  formatListQuery,
  LIST_SORTS,
  LIST_STATES,
  type ListQuery,
  readListQuery,
} from '../../src/core/list-query.ts';
import { parseCommand } from '../../src/core/verbs.ts';
import { encodeButton } from '../../src/slack/button-value.ts';

/** Slack's limit for the value of a select option. */
const OPTION_VALUE_MAX = 150;

function queryOf(line: string): ListQuery {
  const parsed = parseCommand(line);
  if (!parsed.ok || parsed.command.verb !== 'list') throw new Error(`${line} is no list`);
  return parsed.command.query;
}

const ROW = { by: 'installed', id: InstalledAbilityId.parse(90001) } as const;

test.each<[string, Partial<ListQuery>, string]>([
  ['', {}, 'list'],
  ['2', { page: 2 }, 'list 2'],
  ['page:2', { page: 2 }, 'list 2'],
  ['rain snow', { words: 'rain snow' }, 'list rain snow'],
  ['  rain\n snow ', { words: 'rain snow' }, 'list rain snow'],
  ['"rain snow"', { words: 'rain snow' }, 'list rain snow'],
  ['2 page:1', { words: '2' }, 'list 2 page:1'],
  ['1234567', { words: '1234567' }, 'list 1234567 page:1'],
  ['2 rain', { words: '2 rain' }, 'list 2 rain'],
  ['category:skill', { category: 'skill' }, 'list category:skill'],
  ['Category: Brain-Skill', { category: 'brain_skill' }, 'list category:brain_skill'],
  ['state:not_installed', { state: 'not-installed' }, 'list state:not-installed'],
  ['state:orphaned', { state: 'orphan' }, 'list state:orphan'],
  ['sort:name', { sort: 'name' }, 'list sort:name'],
  ['sort:installed', {}, 'list'],
  ['View:Table rain', { words: 'rain', view: 'table' }, 'list rain view:table'],
  [
    'page:3 sort:updated rain state:orphan category:local snow',
    { words: 'rain snow', category: 'local', state: 'orphan', sort: 'updated', page: 3 },
    'list rain snow category:local state:orphan sort:updated page:3',
  ],
  ['state:enabled state:disabled', { state: 'disabled' }, 'list state:disabled'],
  ['trigger:rain', { words: 'trigger:rain' }, 'list trigger:rain'],
  ['cate"gory:skill', { category: 'skill' }, 'list category:skill'],
  ['O’Clock', { words: 'O’Clock' }, 'list O’Clock'],
  [
    'state:enabled rows:i90001,a6403 page:2',
    { state: 'enabled', page: 2, rows: [ROW, { by: 'ability', id: AbilityId.parse(6403) }] },
    'list state:enabled rows:i90001,a6403 page:2',
  ],
  ['2 rows:i90001', { words: '', page: 2, rows: [ROW] }, 'list rows:i90001 page:2'],
  ['rows:garden', { words: 'rows:garden' }, 'list rows:garden'],
  ['rows: i1', { words: 'rows: i1' }, 'list rows: i1'],
])('list %s', (text, query, line) => {
  const wanted = { ...ALL_ABILITIES, ...query };
  expect(queryOf(`list ${text}`)).toEqual(wanted);
  expect(formatListQuery(wanted)).toBe(line);
});

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 120 }),
  fc.string({ unit: 'grapheme', maxLength: 120 }),
  fc.constantFrom('"', '\\', '\u0001', '\ud83d', '😀', '9', 'x ').map((unit) => unit.repeat(120)),
);
const part = fc.oneof(
  anyText,
  fc.constantFrom(...CATEGORIES).map((category) => `category:${category}`),
  fc.constantFrom(...LIST_STATES).map((state) => `state:${state}`),
  fc.constantFrom(...LIST_SORTS).map((sort) => `sort:${sort}`),
  fc.nat(999_999).map((page) => `page:${page}`),
  fc.nat(9_999_999).map(String),
);
const typed = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(' '));

describe('any input', () => {
  test('the line of a query reads back as the query', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const read = readListQuery(text);
        fc.pre(read.ok);
        if (!read.ok) return;
        expect(queryOf(formatListQuery(read.query))).toEqual(read.query);
      }),
      { numRuns: 300 },
    );
  });

  test('the line fits into the value of an option, with every filter there is', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(...CATEGORIES), (words, category) => {
        const longest: ListQuery = { words, category, state: 'not-installed', sort: 'updated', page: 999_999 };
        const value = encodeButton({ do: formatListQuery(longest) });
        expect(value.length).toBeLessThanOrEqual(OPTION_VALUE_MAX);
        expect(queryOf(formatListQuery(longest))).toMatchObject({ page: 999_999 });
      }),
      { numRuns: 200 },
    );
  });
});
