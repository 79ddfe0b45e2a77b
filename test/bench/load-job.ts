import * as z from 'zod';

/** What the load generator is asked to do. */
export const LoadJob = z.object({
  /** Where the app takes payloads. */
  url: z.url(),
  signingSecret: z.string(),
  /** The line of a typed `/abilities`; null: a choice in a form, a payload that is acked and then left. */
  line: z.string().nullable(),
  userId: z.string(),
  channelId: z.string(),
  teamId: z.string(),
  /** Where the answers of commands go. */
  sinkUrl: z.url(),
  forMs: z.number(),
  /** A second, however many are under way; null: as many as `connections` can carry. */
  rate: z.number().nullable(),
  connections: z.number(),
});
export type LoadJob = z.infer<typeof LoadJob>;

/** Latencies are milliseconds from the request to the end of its ack. */
export const LoadReport = z.object({
  acked: z.number(),
  failed: z.number(),
  tookMs: z.number(),
  p50: z.number(),
  p99: z.number(),
  /** Processor time of the generator. */
  cpuMs: z.number(),
});
export type LoadReport = z.infer<typeof LoadReport>;
