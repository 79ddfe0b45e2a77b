import * as z from 'zod';
import { wireInteger } from './ids.ts';

/** An unreadable row of a list, with the fields that identify it. */
export interface LeftOutRow {
  /** Starts at 0. */
  index: number;
  id: number | null;
  name: string | null;
  /** The first unreadable field; null if the whole row is unreadable. */
  field: string | null;
}

/** Stored outside of the array, so that most callers can ignore it. */
const leftOut = new WeakMap<readonly unknown[], readonly LeftOutRow[]>();

export const leftOutOf = (rows: readonly unknown[]): readonly LeftOutRow[] => leftOut.get(rows) ?? [];

/** Copies the record of unreadable rows from `origin` to `rows`, which were derived from it. */
export function keepLeftOut<T>(rows: T[], origin: readonly unknown[]): T[] {
  leftOut.set(rows, leftOutOf(origin));
  return rows;
}

/**
 * True for IDs that may be in the list, including its unreadable rows. Use this to decide whether something is gone.
 */
export function mayBeListed(rows: readonly { id: number }[]): (id: number) => boolean {
  const ids = new Set(rows.map(({ id }) => id));
  const unread = leftOutOf(rows);
  return (id) => ids.has(id) || unread.some((row) => row.id === null || row.id === id);
}

const Hint = z.object({ id: wireInteger.nullable().catch(null), name: z.string().nullable().catch(null) });

/**
 * Parses the readable rows. Fails if there are rows and none can be read, because the answer then has another format.
 */
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
