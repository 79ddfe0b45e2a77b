import * as z from 'zod';
import { wireInteger } from './ids.ts';

/** A row of a list that could not be read, as far as it says which one it is. */
export interface LeftOutRow {
  /** From 0. */
  index: number;
  id: number | null;
  name: string | null;
  /** The first field that could not be read; null when it is the row as a whole. */
  field: string | null;
}

/** Beside the list, so that it stays an array of rows for everybody who does not ask. */
const leftOut = new WeakMap<readonly unknown[], readonly LeftOutRow[]>();

export const leftOutOf = (rows: readonly unknown[]): readonly LeftOutRow[] => leftOut.get(rows) ?? [];

/** `rows`, made from `origin`, lack the same ones. */
export function keepLeftOut<T>(rows: T[], origin: readonly unknown[]): T[] {
  leftOut.set(rows, leftOutOf(origin));
  return rows;
}

/** Whether an ID may be in the list, counting the rows that were left out. Decide by this that something is gone. */
export function mayBeListed(rows: readonly { id: number }[]): (id: number) => boolean {
  const ids = new Set(rows.map(({ id }) => id));
  const unread = leftOutOf(rows);
  return (id) => ids.has(id) || unread.some((row) => row.id === null || row.id === id);
}

const Hint = z.object({ id: wireInteger.nullable().catch(null), name: z.string().nullable().catch(null) });

/** Every row that can be read. When none can, the answer as a whole is of another shape, and that is an error. */
export const readableRows = <T extends z.ZodType>(row: T) =>
  z.array(z.unknown()).transform((all, context): z.output<T>[] => {
    const readable: z.output<T>[] = [];
    const unread: LeftOutRow[] = [];
    for (const [index, one] of all.entries()) {
      const read = row.safeParse(one);
      if (read.success) {
        readable.push(read.data);
        continue;
      }
      const path = read.error.issues[0]?.path ?? [];
      const { id, name } = Hint.catch({ id: null, name: null }).parse(one);
      unread.push({ index, id, name, field: path.length === 0 ? null : path.join('.') });
    }
    const [first] = unread;
    if (first && readable.length === 0) {
      context.addIssue({ code: 'custom', path: [first.index, ...(first.field?.split('.') ?? [])] });
    }
    leftOut.set(readable, unread);
    return readable;
  });
