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

/** The filters, order and page of the list of Abilities. */
export interface ListQuery {
  /** Each word must occur in the name, description, category or trigger words; empty for all. */
  words: string;
  category: Category | null;
  state: AbilityState | null;
  sort: ListSort;
  /** Counted from 1. */
  page: number;
  /**
   * The rows of a page that was drawn before, in order. They stay after a change even if they no longer match. Absent
   * if the page is selected by the filters.
   */
  rows?: readonly RowRef[];
  /** `table`: one sortable table instead of rows with buttons. */
  view?: 'table';
}

/** A reference by ID, because names change. */
export type RowRef = Exclude<AbilityRef, { by: 'name' }>;

/** The maximum number of rows on a page. */
export const MAX_PINNED_ROWS = 20;

export const ALL_ABILITIES: ListQuery = { words: '', category: null, state: null, sort: 'installed', page: 1 };

/** The query, or the invalid part and its correct usage. */
type ReadListQuery = { ok: true; query: ListQuery } | { ok: false; given: string; usage: string };

/** Slack limits the value of a select's option to 150 characters; with all filters, this many remain for the words. */
const MAX_WORDS = 50;
const PAGE = /^\d{1,6}$/;
const FILTER = /(?<!\S)(category|state|sort|view|page):\s*(\S*)/gi;
/** Matches the `rows:` in a button's line. In any other format, `rows:` is a search word. */
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

/** Cleans search words for a command line: short, on one line, and without characters that JSON escapes. */
export const cleanWords = (text: string): string => withoutMarks(cut(withoutMarks(text)));

const withoutMarks = (text: string) =>
  text
    .replace(/["“”„«»\\]/g, '')
    .replace(/\p{Cs}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** Cuts without splitting a surrogate pair. */
const cut = (text: string) => text.slice(0, MAX_WORDS).replace(/[\uD800-\uDBFF]$/, '');

const toPage = (digits: string) => Math.max(1, Number(digits));

function readFilter(key: string, value: string): Partial<ListQuery> | null {
  if (key === 'page') return PAGE.test(value) ? { page: toPage(value) } : null;
  const category = CATEGORIES.find((known) => known === value.replaceAll('-', '_'));
  if (key === 'category') return category ? { category } : null;
  // Rows show this spelling.
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
 * Formats a query so that it parses back: `list rain category:skill page:2`. Without `rows`, the result fits into an
 * option's value.
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
  // A word of only digits would be read as a page.
  const needsPage = page !== 1 || (filters.length === 0 && /^\d+$/.test(words));
  return ['list', words, ...filters, ...(needsPage ? [`page:${page}`] : [])].filter((part) => part !== '').join(' ');
}

/** Short, because every button contains all rows of its page. */
const formatRow = ({ by, id }: RowRef): string => `${by === 'installed' ? 'i' : 'a'}${id}`;

/** True if a line has pinned rows. */
export const pinsRows = (line: string): boolean => /^list .*(?<=\s)rows:/.test(line);
