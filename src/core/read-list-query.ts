import { AbilityId, CATEGORIES, InstalledAbilityId } from '@abilities-bot/service-api';
import { ALL_ABILITIES, LIST_SORTS, LIST_STATES, type ListQuery, MAX_PINNED_ROWS, type RowRef } from './list-query.ts';

/** What was asked for, or the part that cannot be read with what may stand in its place. */
export type ReadListQuery = { ok: true; query: ListQuery } | { ok: false; given: string; usage: string };

/** A select's option takes 150 characters (Slack); with every filter beside them there is room for these. */
const MAX_WORDS = 50;
const PAGE = /^\d{1,6}$/;
const FILTER = /(?<!\S)(category|state|sort|page):\s*(\S*)/gi;
/** Only buttons write `rows:`. Typed by a person, it is a search word. */
const ROWS = /(?<!\S)rows:([ai]\d{1,15}(?:,[ai]\d{1,15})*)(?!\S)/;

const CHOICES = { category: CATEGORIES, state: LIST_STATES, sort: LIST_SORTS };

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

/** Words to look for, as they fit into a command line: short, on one line, without marks that JSON writes longer. */
export const cleanWords = (text: string): string => withoutMarks(cut(withoutMarks(text)));

const withoutMarks = (text: string) =>
  text
    .replace(/["“”„«»\\]/g, '')
    .replace(/\p{Cs}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** Never through the middle of a character. */
const cut = (text: string) => text.slice(0, MAX_WORDS).replace(/[\uD800-\uDBFF]$/, '');

const toPage = (digits: string) => Math.max(1, Number(digits));

function readFilter(key: string, value: string): Partial<ListQuery> | null {
  if (key === 'page') return PAGE.test(value) ? { page: toPage(value) } : null;
  const category = CATEGORIES.find((known) => known === value.replaceAll('-', '_'));
  if (key === 'category') return category ? { category } : null;
  const state = LIST_STATES.find((known) => known === value.replaceAll('_', '-'));
  if (key === 'state') return state ? { state } : null;
  const sort = LIST_SORTS.find((known) => known === value);
  return sort ? { sort } : null;
}

function usageOfFilter(key: string): string {
  if (key !== 'category' && key !== 'state' && key !== 'sort') return 'page:2';
  return CHOICES[key].map((choice) => `${key}:${choice}`).join(' | ');
}
