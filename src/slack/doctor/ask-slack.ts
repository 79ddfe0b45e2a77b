import { webApi } from '@slack/bolt';
import * as z from 'zod';
import type { ClockReading, SlackAnswer } from '../../checks/slack-answer.ts';
import { readSlackError } from '../outbound/read-slack-error.ts';

type Fetch = NonNullable<webApi.WebClientOptions['fetch']>;

/** What such a client is made with besides: it answers soon, whatever it is. */
export interface AskingOptions
  extends Pick<webApi.WebClientOptions, 'fetch' | 'timeout' | 'retryConfig' | 'rejectRateLimitedCalls'> {}

const Answer = z.object({
  team: z.string().optional(),
  response_metadata: z.object({ scopes: z.array(z.string()).optional() }).optional(),
});

/**
 * Asks Slack once, without a second try. Never fails.
 * @param method `auth.test`, or `apps.connections.open`, which opens nothing by itself
 */
export async function askSlack(
  method: 'auth.test' | 'apps.connections.open',
  makeClient: (options: AskingOptions) => webApi.WebClient,
  { now, withinMs }: { now: () => number; withinMs: number },
): Promise<SlackAnswer> {
  let status = 0;
  let clock: ClockReading | null = null;
  const watched: Fetch = async (...call) => {
    const sentAt = now();
    const response = await fetch(...call);
    status = response.status;
    const theirs = Date.parse(response.headers.get('date') ?? '');
    clock = Number.isNaN(theirs) ? null : { theirs, sentAt, receivedAt: now() };
    return response;
  };
  const startedAt = performance.now();
  const limits = { timeout: withinMs, retryConfig: { retries: 0 }, rejectRateLimitedCalls: true };
  try {
    const { response_metadata, team = null } = Answer.parse(
      await makeClient({ fetch: watched, ...limits }).apiCall(method),
    );
    const scopes = response_metadata?.scopes?.filter((scope) => scope !== '') ?? null;
    return { kind: 'ok', ms: Math.round(performance.now() - startedAt), team, scopes, clock };
  } catch (error) {
    const reason = readSlackError(error);
    if (reason !== null) return { kind: 'refused', error: reason.slice(0, 60), clock };
    return { ...explain(error, status), clock };
  }
}

type Failure =
  | { kind: 'no-answer'; why: 'in-time' | 'connection' | 'rate-limit' }
  | { kind: 'not-slack'; status: number };

function explain(error: unknown, status: number): Failure {
  if (error instanceof webApi.WebAPIRateLimitedError) return { kind: 'no-answer', why: 'rate-limit' };
  const cause = error instanceof webApi.WebAPIRequestError ? error.original : error;
  if (cause instanceof Error && cause.name === 'TimeoutError') return { kind: 'no-answer', why: 'in-time' };
  // Nothing came; or it broke off, which is no answer either.
  if (error instanceof webApi.WebAPIRequestError || status === 0) return { kind: 'no-answer', why: 'connection' };
  return { kind: 'not-slack', status };
}
