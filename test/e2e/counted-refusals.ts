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

/** What the log says of each refusal, by its number: the history counts those that are alike and those beyond ten. */
export const refusalsInLog = ({ logLines }: House) =>
  new Map(
    logLines
      .flatMap((line) => Operation.safeParse(JSON.parse(line)).data ?? [])
      .map((operation) => [operation.ref, operation]),
  );

/** How many attempts these stand for. */
export const timesOf = (records: readonly AuditRecord[]): number =>
  records.reduce((sum, { repeats }) => sum + 1 + (repeats?.count ?? 0), 0);
