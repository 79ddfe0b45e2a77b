import { webApi } from '@slack/bolt';
import * as z from 'zod';
import { readSlackError } from './read-slack-error.ts';

const Told = z.object({
  data: z.object({ response_metadata: z.object({ retryAfter: z.number() }) }),
});

/** For an answer that asks to slow down without saying for how long; and Slack's own shortest wait. */
const LEAST_S = 1;

/** For how many seconds Slack asks to wait before the same call is made again; null when it is another error. */
export function readRetryAfter(error: unknown): number | null {
  if (error instanceof webApi.WebAPIRateLimitedError) return Math.max(error.retryAfter, LEAST_S);
  if (/^rate_?limited$/.test(readSlackError(error) ?? '')) {
    const told = Told.safeParse(error).data?.data.response_metadata.retryAfter;
    return Math.max(told ?? LEAST_S, LEAST_S);
  }
  // The client's own error has no class and no code.
  const isUntold = error instanceof Error && error.message.startsWith('Retry header did not contain a valid timeout');
  return isUntold ? LEAST_S : null;
}
