/** The members of a union for which `Key` may be `Tag`, as in `ByTag<Command, 'verb', 'delete'>`. */
export type ByTag<U, Key extends string, Tag> =
  U extends Record<Key, unknown> ? (Tag extends U[Key] ? U : never) : never;

type Joined<T> = (T extends T ? (table: T) => void : never) extends (table: infer All) => void ? All : never;

/**
 * Merges tables into one.
 * @throws if two tables have a row with the same name.
 */
export function joinTables<T extends object>(tables: readonly T[]): Joined<T> {
  const rows = tables.flatMap((table) => Object.entries(table));
  const names = rows.map(([name]) => name);
  const repeated = new Set(names.filter((name, index) => names.indexOf(name) < index));
  if (repeated.size > 0) throw new Error(`Two tables have a row of the same name: ${[...repeated].join(', ')}`);
  return Object.fromEntries(rows) as Joined<T>;
}
