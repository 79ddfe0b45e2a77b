/** What a cell of the export may hold; null is an empty one. */
export type Cell = string | number | boolean | null;

/** One list of the account, as rows of plain values. A list in a value is one cell of a table. */
export interface AccountTable {
  name: 'agents' | 'abilities' | 'installed' | 'history';
  columns: readonly string[];
  rows: readonly Record<string, Cell | readonly Cell[]>[];
}
