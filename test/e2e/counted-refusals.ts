import * as z from 'zod';
import type { AuditRecord } from '../../src/store/audit-record.ts';
import type { House } from './start-house.ts';

const Operation = z.object({
  msg: z.literal('operation'),
  ref: z.string(),
  user: z.string(),
  channel: z.string().nullable(),
  verb: z.string(),
  outcome: z.literal('refused'),
  status: z.null(),
});

/** Each refusal in the log with its reference: the audit log only counts repeated ones and those beyond ten. */
export const refusalsInLog = ({ logLines }: House) =>
  new Map(
    logLines
      .flatMap((line) => Operation.safeParse(JSON.parse(line)).data ?? [])
      .map((operation) => [operation.ref, operation]),
  );

/** The number of attempts that these records stand for. */
export const timesOf = (records: readonly AuditRecord[]): number =>
  records.reduce((sum, { repeats }) => sum + 1 + (repeats?.count ?? 0), 0);
