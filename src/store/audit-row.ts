import * as z from 'zod';
import { AuditEnd, type AuditRecord, AuditStart } from './audit-record.ts';
import { Json } from './upload-row.ts';

/** What stands in columns of its own. */
const IN_COLUMNS = { id: true, ref: true, userId: true } as const;
const BegunDocument = AuditStart.omit(IN_COLUMNS);

/** The beginning of an attempt beside its end. */
const AuditRow = z
  .object({
    id: z.string(),
    ref: z.string(),
    user_id: z.string(),
    at: z.number(),
    begun: Json.pipe(BegunDocument),
    ended_at: z.number().nullable(),
    ended: Json.pipe(AuditEnd).nullable(),
    times: z.number().nullable(),
    last_at: z.number().nullable(),
    kind: z.string().nullable(),
  })
  .transform(
    ({ at, begun, ended, ended_at, id, kind, last_at, ref, times, user_id }): AuditRecord => ({
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
export const readAuditRecords = (rows: readonly unknown[]): AuditRecord[] =>
  rows.flatMap((row) => AuditRow.safeParse(row).data ?? []);

export const writeBegun = (begun: AuditStart): string => JSON.stringify(BegunDocument.parse(begun));
