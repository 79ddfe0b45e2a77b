import type { Catalog, CatalogEntry } from './catalog.ts';
import { LIST_STATES, type ListQuery, type RowRef } from './list-query.ts';
import { fold } from './suggest.ts';

/** The entries that a query asks for, in its order, all pages. */
export function selectEntries({ entries }: Catalog, { category, sort, state, words }: ListQuery): CatalogEntry[] {
  const wanted = fold(words)
    .split(' ')
    .filter((word) => word !== '');
  const found = entries.filter((entry) => {
    if (category !== null && entry.category !== category) return false;
    if (state !== null && entry.state !== state) return false;
    return wanted.length === 0 || holdsAll(entry, wanted);
  });
  if (sort === 'state') return found.sort((a, b) => LIST_STATES.indexOf(a.state) - LIST_STATES.indexOf(b.state));
  if (sort === 'updated') return newestFirst(found);
  return found;
}

/** No word holds a space, so that none is found across two fields. */
function holdsAll({ category, description, name, triggerWords }: CatalogEntry, wanted: readonly string[]): boolean {
  const text = fold([name, description ?? '', category ?? '', ...triggerWords].join('\n'));
  return wanted.every((word) => text.includes(word));
}

/** Those of which the service does not tell come last, in the order of their names. */
const newestFirst = (entries: readonly CatalogEntry[]): CatalogEntry[] =>
  entries
    .map((entry) => ({ entry, at: updatedAt(entry) }))
    .sort((a, b) => b.at - a.at)
    .map(({ entry }) => entry);

/** The later of both records, in milliseconds; 0 when neither tells a time that can be read. */
const updatedAt = ({ ability, installed }: CatalogEntry): number =>
  Math.max(...[ability, installed].map((row) => Date.parse(row?.lastUpdated ?? '') || 0));

/** The current state of these rows; null for one that is gone. An Ability installed since then is the same row. */
export const pinEntries = ({ entries }: Catalog, rows: readonly RowRef[]): (CatalogEntry | null)[] =>
  rows.map(
    ({ by, id }) =>
      entries.find(({ ability, installed }) => (by === 'installed' ? installed?.id === id : ability?.id === id)) ??
      null,
  );
