import { AbilityId, CATEGORIES, type Category, InstalledAbilityId } from '@abilities-bot/service-api';
import type { AbilityState } from './catalog.ts';
import type { AbilityRef } from './references.ts';

/** The first is the default. */
export const LIST_SORTS = ['installed', 'name', 'state', 'updated'] as const;
export type ListSort = (typeof LIST_SORTS)[number];

export const LIST_STATES = [
  'enabled',
  'disabled',
  'not-installed',
  'orphan',
] as const satisfies readonly AbilityState[];

/** Filter, order and page of the list of Abilities. */
export interface ListQuery {
  /** Each word must occur in the name, description, category or trigger words; empty for all. */
  words: string;
  category: Category | null;
  state: AbilityState | null;
  sort: ListSort;
  /** From 1. */
  page: number;
  /**
   * Pinned rows of a page, in order: they stay after a change even if they no longer match. Absent when the page is
   * queried again.
   */
  rows?: readonly RowRef[];
  /** One sortable table instead of rows with buttons. */
  view?: 'table';
}

/** By ID, because names change. */
export type RowRef = Exclude<AbilityRef, { by: 'name' }>;

/** No page has more rows. */
export const MAX_PINNED_ROWS = 20;

export const ALL_ABILITIES: ListQuery = { words: '', category: null, state: null, sort: 'installed', page: 1 };

/** The query, or the invalid part with its usage. */
type ReadListQuery = { ok: true; query: ListQuery } | { ok: false; given: string; usage: string };

/** A select's option takes 150 characters (Slack); with all filters this many are left for the words. */
const MAX_WORDS = 50;
const PAGE = /^\d{1,6}$/;
const FILTER = /(?<!\S)(category|state|sort|view|page):\s*(\S*)/gi;
/** Only buttons write `rows:`. Typed by a person, it is a search word. */
const ROWS = /(?<!\S)rows:([ai]\d{1,15}(?:,[ai]\d{1,15})*)(?!\S)/;

const CHOICES = { category: CATEGORIES, state: LIST_STATES, sort: LIST_SORTS, view: ['table'] } as const;

/** Reads `rain category:skill state:enabled sort:updated page:2`, in any order; a number alone is the page. */
export function readListQuery(text: string): ReadListQuery {
  const given = withoutMarks(text);
  const rows = readRows(ROWS.exec(given)?.[1]);
  const read = readFilters(rows ? withoutMarks(given.replace(ROWS, ' ')) : given);
  return read.ok && rows ? { ok: true, query: { ...read.query, rows } } : read;
}

function readRows(text: string | undefined): RowRef[] | null {
  const rows = text?.split(',').map((row): RowRef => {
    const id = row.slice(1);
    return row.startsWith('i')
      ? { by: 'installed', id: InstalledAbilityId.parse(id) }
      : { by: 'ability', id: AbilityId.parse(id) };
  });
  return rows && rows.length <= MAX_PINNED_ROWS ? rows : null;
}

function readFilters(plain: string): ReadListQuery {
  if (PAGE.test(plain)) return { ok: true, query: { ...ALL_ABILITIES, page: toPage(plain) } };
  let query = ALL_ABILITIES;
  for (const [filter, key = '', value = ''] of plain.matchAll(FILTER)) {
    const change = readFilter(key.toLowerCase(), value.toLowerCase());
    if (!change) return { ok: false, given: filter, usage: usageOfFilter(key.toLowerCase()) };
    query = { ...query, ...change };
  }
  return { ok: true, query: { ...query, words: cleanWords(plain.replace(FILTER, ' ')) } };
}

/** Cleans search words for a command line: short, on one line, without characters that JSON escapes. */
export const cleanWords = (text: string): string => withoutMarks(cut(withoutMarks(text)));

const withoutMarks = (text: string) =>
  text
    .replace(/["“”„«»\\]/g, '')
    .replace(/\p{Cs}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** Never splits a character. */
const cut = (text: string) => text.slice(0, MAX_WORDS).replace(/[\uD800-\uDBFF]$/, '');

const toPage = (digits: string) => Math.max(1, Number(digits));

function readFilter(key: string, value: string): Partial<ListQuery> | null {
  if (key === 'page') return PAGE.test(value) ? { page: toPage(value) } : null;
  const category = CATEGORIES.find((known) => known === value.replaceAll('-', '_'));
  if (key === 'category') return category ? { category } : null;
  // The spelling in rows.
  const state = value === 'orphaned' ? 'orphan' : LIST_STATES.find((known) => known === value.replaceAll('_', '-'));
  if (key === 'state') return state ? { state } : null;
  if (key === 'view') return value === 'table' ? { view: value } : null;
  const sort = LIST_SORTS.find((known) => known === value);
  return sort ? { sort } : null;
}

function usageOfFilter(key: string): string {
  if (key !== 'category' && key !== 'state' && key !== 'sort' && key !== 'view') return 'page:2';
  return CHOICES[key].map((choice) => `${key}:${choice}`).join(' | ');
}

/**
 * Formats a query so that it parses back: `list rain category:skill page:2`. Without rows it fits into an option's
 * value.
 */
export function formatListQuery({ category, page, rows, sort, state, view, words: given }: ListQuery): string {
  const words = cleanWords(given);
  const filters = [
    ...(category ? [`category:${category}`] : []),
    ...(state ? [`state:${state}`] : []),
    ...(sort === ALL_ABILITIES.sort ? [] : [`sort:${sort}`]),
    ...(view ? [`view:${view}`] : []),
    ...(rows ? [`rows:${rows.map(formatRow).join(',')}`] : []),
  ];
  if (words === '' && filters.length === 0) return page === 1 ? 'list' : `list ${page}`;
  // Digits alone would be read as a page.
  const needsPage = page !== 1 || (filters.length === 0 && /^\d+$/.test(words));
  return ['list', words, ...filters, ...(needsPage ? [`page:${page}`] : [])].filter((part) => part !== '').join(' ');
}

/** Short, because each button carries all rows of its page. */
const formatRow = ({ by, id }: RowRef): string => `${by === 'installed' ? 'i' : 'a'}${id}`;

/** Whether a line has pinned rows. */
export const pinsRows = (line: string): boolean => /^list .*(?<=\s)rows:/.test(line);
