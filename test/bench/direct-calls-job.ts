import * as z from 'zod';

/** The calls of one click, made without the bot. */
export const DirectCallsJob = z.object({
  baseUrl: z.url(),
  apiKey: z.string(),
  /** The installed Ability that is set to what it is already. */
  name: z.string(),
  responseUrl: z.url(),
  /** What the bot has posted there. */
  message: z.unknown(),
});
export type DirectCallsJob = z.infer<typeof DirectCallsJob>;

/** In milliseconds. */
export const DirectCallsReport = z.object({ get: z.number(), put: z.number(), post: z.number() });
