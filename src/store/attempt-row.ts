import * as z from 'zod';
import { type Attempt, AttemptBegun, AttemptEnded } from './attempt-record.ts';
import { Json } from './upload-row.ts';

/** What stands in columns of its own. */
const IN_COLUMNS = { id: true, ref: true, userId: true } as const;
const BegunDocument = AttemptBegun.omit(IN_COLUMNS);

/** The beginning of an attempt beside its end. */
const AttemptRow = z
  .object({
    id: z.string(),
    ref: z.string(),
    user_id: z.string(),
    at: z.number(),
    begun: Json.pipe(BegunDocument),
    ended_at: z.number().nullable(),
    ended: Json.pipe(AttemptEnded).nullable(),
    times: z.number().nullable(),
    last_at: z.number().nullable(),
    kind: z.string().nullable(),
  })
  .transform(
    ({ at, begun, ended, ended_at, id, kind, last_at, ref, times, user_id }): Attempt => ({
      ...begun,
      id,
      ref,
      userId: user_id,
      at: new Date(at),
      ended: ended && ended_at !== null ? { ...ended, at: new Date(ended_at) } : null,
      ...(times !== null && times > 1 && last_at !== null
        ? { repeats: { count: times - 1, lastAt: new Date(last_at), same: kind !== '' } }
        : {}),
    }),
  );

/** The attempts of rows, without those that this version cannot read: neither whole nor in part. */
export const readAttempts = (rows: readonly unknown[]): Attempt[] =>
  rows.flatMap((row) => AttemptRow.safeParse(row).data ?? []);

export const writeBegun = (begun: AttemptBegun): string => JSON.stringify(BegunDocument.parse(begun));
