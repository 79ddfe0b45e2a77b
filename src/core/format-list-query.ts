import type { ListQuery } from './list-query.ts';
import { cleanWords } from './read-list-query.ts';

/** The line that reads back as this query: `list rain category:skill page:2`. It fits into the value of a select's option. */
export function formatListQuery({ category, page, sort, state, words: given }: ListQuery): string {
  const words = cleanWords(given);
  const filters = [
    ...(category ? [`category:${category}`] : []),
    ...(state ? [`state:${state}`] : []),
    ...(sort === 'name' ? [] : [`sort:${sort}`]),
  ];
  if (words === '' && filters.length === 0) return page === 1 ? 'list' : `list ${page}`;
  // Digits alone would be read as a page.
  const needsPage = page !== 1 || (filters.length === 0 && /^\d+$/.test(words));
  return ['list', words, ...filters, ...(needsPage ? [`page:${page}`] : [])].filter((part) => part !== '').join(' ');
}
