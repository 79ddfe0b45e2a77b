import * as z from 'zod';

/** The calls of one click, without the bot. */
export const DirectCallsJob = z.object({
  baseUrl: z.url(),
  apiKey: z.string(),
  /** The installed Ability, which is set to its current state. */
  name: z.string(),
  responseUrl: z.url(),
  /** The message that the bot posted there. */
  message: z.unknown(),
});
export type DirectCallsJob = z.infer<typeof DirectCallsJob>;

/** In milliseconds. */
export const DirectCallsReport = z.object({ get: z.number(), put: z.number(), post: z.number() });
