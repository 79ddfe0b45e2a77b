import * as z from 'zod';

/** A job for the process whose memory is measured. */
export const MemoryJob = z.object({
  /** Number of workspaces, each with 5,000 Abilities. */
  count: z.number(),
  /** Whether all of them ask for their lists at the same moment, or one after another. */
  together: z.boolean(),
  /** How long nobody does anything before memory is measured at rest, in milliseconds. */
  waitMs: z.number(),
  /** Numbers of known keys for which masking a log line is timed. */
  keys: z.object({ few: z.number(), many: z.number() }),
});
export type MemoryJob = z.infer<typeof MemoryJob>;

/** Heap after garbage collection, and the time to mask one line in microseconds. */
export const MemoryReport = z.object({
  /** Milliseconds from the question to each answer, in order. */
  answeredMs: z.array(z.number()),
  /** What the others got instead: the error, and how many got it. */
  errors: z.record(z.string(), z.number()),
  idleBytes: z.number(),
  usedBytes: z.number(),
  laterBytes: z.number(),
  mask: z.object({ few: z.number(), many: z.number() }),
});
export type MemoryReport = z.infer<typeof MemoryReport>;
