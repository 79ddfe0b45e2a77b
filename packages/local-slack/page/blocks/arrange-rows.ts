import { type DataTableCell, textOfCell } from '../../src/block-kit/index.ts';

export type Row = readonly DataTableCell[];

export interface Sorting {
  column: number;
  direction: 'ascending' | 'descending';
}

/** The rows that contain the query, sorted; in the order of the app without a sorting. */
export function arrangeRows(rows: readonly Row[], query: string, sorting: Sorting | null): readonly Row[] {
  const wanted = query.trim().toLowerCase();
  const matching = rows.filter((row) => row.some((cell) => textOfCell(cell).toLowerCase().includes(wanted)));
  if (!sorting) return matching;
  const { column, direction } = sorting;
  const sign = direction === 'ascending' ? 1 : -1;
  return matching.sort((a, b) => sign * compareCells(a[column], b[column]));
}

/** Ascending, descending, then back to the order of the app. */
export function nextSorting(sorting: Sorting | null, column: number): Sorting | null {
  if (sorting?.column !== column) return { column, direction: 'ascending' };
  return sorting.direction === 'ascending' ? { column, direction: 'descending' } : null;
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

function compareCells(a: DataTableCell | undefined, b: DataTableCell | undefined): number {
  if (!a || !b) return 0;
  if (a.type === 'raw_number' && b.type === 'raw_number') return a.value - b.value;
  return collator.compare(textOfCell(a), textOfCell(b));
}
