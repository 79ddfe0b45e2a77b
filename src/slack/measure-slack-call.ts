import { webApi } from '@slack/bolt';
import type { Metrics, SlackCallOutcome } from '../metrics/metrics.ts';
import { ResponseUrlError } from './outbound/post-to-response-url.ts';
import { readRetryAfter } from './outbound/read-retry-after.ts';
import { readSlackError } from './outbound/read-slack-error.ts';

/** Makes a call of Slack and counts what came of it. @throws what the call throws. */
export async function measureSlackCall<T>(method: string, metrics: Metrics, call: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const count = (outcome: SlackCallOutcome) => metrics.slackCalled(method, outcome, performance.now() - startedAt);
  try {
    const answer = await call();
    count('ok');
    return answer;
  } catch (error) {
    count(outcomeOf(error));
    throw error;
  }
}

function outcomeOf(error: unknown): SlackCallOutcome {
  const reason = readSlackError(error);
  if (readRetryAfter(error) !== null) return 'rate-limited';
  if (reason !== null || error instanceof ResponseUrlError) return 'refused';
  return error instanceof webApi.WebAPIHTTPError ? 'http-error' : 'no-answer';
}
