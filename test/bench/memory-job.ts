import * as z from 'zod';

/** A job for the process whose memory is measured. */
export const MemoryJob = z.object({
  /** Number of workspaces, each with 5,000 Abilities. */
  count: z.number(),
  /** How long nobody does anything before memory is measured at rest, in milliseconds. */
  waitMs: z.number(),
  /** Numbers of known keys for which masking a log line is timed. */
  keys: z.object({ few: z.number(), many: z.number() }),
});
export type MemoryJob = z.infer<typeof MemoryJob>;

/** Heap after garbage collection, and the time to mask one line in microseconds. */
export const MemoryReport = z.object({
  idleBytes: z.number(),
  usedBytes: z.number(),
  laterBytes: z.number(),
  mask: z.object({ few: z.number(), many: z.number() }),
});
export type MemoryReport = z.infer<typeof MemoryReport>;
