import type { ListQuery, RowRef } from './list-query.ts';
import { cleanWords } from './read-list-query.ts';

/**
 * Formats a query so that it parses back: `list rain category:skill page:2`. Without rows it fits into an option's
 * value.
 */
export function formatListQuery({ category, page, rows, sort, state, words: given }: ListQuery): string {
  const words = cleanWords(given);
  const filters = [
    ...(category ? [`category:${category}`] : []),
    ...(state ? [`state:${state}`] : []),
    ...(sort === 'name' ? [] : [`sort:${sort}`]),
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
