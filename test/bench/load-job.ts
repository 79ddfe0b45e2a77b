import * as z from 'zod';

/** A job for the load generator. */
export const LoadJob = z.object({
  /** The app's endpoint for payloads. */
  url: z.url(),
  signingSecret: z.string(),
  /** The text after a typed `/abilities`; null sends a choice in a form, which is acked and needs no further work. */
  line: z.string().nullable(),
  /** Take turns, since the bot limits what one person has in progress. */
  userIds: z.array(z.string()).min(1),
  channelId: z.string(),
  teamId: z.string(),
  /** Receives the answers of commands. */
  sinkUrl: z.url(),
  forMs: z.number(),
  /** Requests per second, regardless of how many are in flight; null for as many as `connections` can carry. */
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
  /** CPU time of the generator. */
  cpuMs: z.number(),
});
export type LoadReport = z.infer<typeof LoadReport>;
