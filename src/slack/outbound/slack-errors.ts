import { type types, webApi } from '@slack/bolt';
import { request } from 'undici';
import * as z from 'zod';
import type { Clock } from '../../base/clock.ts';
import { hasNeverConnected, networkCodeOf } from '../../base/network-failure.ts';
import { withDeadline } from '../../base/timeout.ts';
import { UnconfirmedError } from './unconfirmed.ts';

/**
 * Slack rejected a message to a response URL, perhaps because the URL was used five times or is older than 30 minutes.
 */
export class ResponseUrlError extends Error {
  override readonly name = 'ResponseUrlError';
  readonly status: number;
  readonly reason: string;

  constructor(status: number, reason: string) {
    super(`Slack rejected a message to a response URL: ${status} ${reason}`);
    this.status = status;
    this.reason = reason;
  }
}

interface ResponseMessage {
  text: string;
  blocks?: types.KnownBlock[];
  response_type: 'ephemeral';
  replace_original: boolean;
  thread_ts?: string;
}

/**
 * Posts to a response URL. Bolt's `respond` has no timeout, and its errors contain the URL, with which anyone could
 * post. Uses undici's `request`, because every command ends with this call and `fetch` takes about three times the CPU
 * time. Doesn't follow redirects.
 * @returns the message as it was sent, in JSON.
 * @throws ResponseUrlError if Slack rejects it; UnconfirmedError if no response arrives; another error if Slack is
 * unreachable.
 */
export async function postToResponseUrl(
  url: string,
  message: ResponseMessage,
  timeoutMs: number,
  clock: Pick<Clock, 'deadline'>,
): Promise<Buffer> {
  const body = Buffer.from(JSON.stringify(message));
  const { status, text } = await withDeadline(clock, timeoutMs, (signal) => post(url, body, signal)).catch(
    (failure: unknown) => {
      if (!hasNeverConnected(networkCodeOf(failure))) throw new UnconfirmedError();
      throw new Error('Slack could not be reached at the response URL.');
    },
  );
  // Like the Web API, a response URL may reject a message with status 200.
  if (status < 200 || status > 299 || /^\s*\{\s*"ok"\s*:\s*false/.test(text)) {
    throw new ResponseUrlError(status, text.slice(0, 100));
  }
  return body;
}

async function post(url: string, body: Buffer, signal: AbortSignal): Promise<{ status: number; text: string }> {
  const { body: answer, statusCode } = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    signal,
  });
  return { status: statusCode, text: await answer.text() };
}

const PlatformError = z.object({ data: z.object({ error: z.string().regex(/^\w+$/) }) });

/** Slack's error code for a failed call (`channel_not_found`, `expired_trigger_id`, …); null for any other error. */
export function readSlackError(error: unknown): string | null {
  const parsed = PlatformError.safeParse(error);
  return parsed.success ? parsed.data.data.error : null;
}

export const saysRevoked = (error: unknown): boolean =>
  /^(account_inactive|token_revoked|invalid_auth)$/.test(readSlackError(error) ?? '');

/** Slack's codes for its temporary internal errors. */
const INTERNAL = /^(internal_error|fatal_error|service_unavailable|request_timeout|ratelimited|rate_limited)$/;

export const isInternalCode = (code: string): boolean => INTERNAL.test(code);

/** Other codes of temporary errors. A revoked token is one, because the operator can replace it. */
const PASSING = /^(team_added_to_org|accesslimited|invalid_auth|not_authed|token_|account_inactive|missing_scope)/;

/** True if the same call may succeed later, because Slack was unreachable or reported a temporary error. */
export function isPassingSlackError(error: unknown): boolean {
  const reason = readSlackError(error);
  return reason === null || isInternalCode(reason) || PASSING.test(reason);
}

/** Slack's error code, or else the error's message, for the log. */
export const describeSlackError = (error: unknown): string =>
  readSlackError(error) ?? (error instanceof Error ? error.message : String(error));

const RateLimited = z.object({
  data: z.object({ response_metadata: z.object({ retryAfter: z.number() }) }),
});

/** The wait if Slack names none or a shorter one, in seconds. */
const LEAST_S = 1;

/** Retry-After of a rate-limited call, in seconds; null for any other error. */
export function retryAfterOf(error: unknown): number | null {
  if (error instanceof webApi.WebAPIRateLimitedError) return Math.max(error.retryAfter, LEAST_S);
  if (/^rate_?limited$/.test(readSlackError(error) ?? '')) {
    const seconds = RateLimited.safeParse(error).data?.data.response_metadata.retryAfter;
    return Math.max(seconds ?? LEAST_S, LEAST_S);
  }
  // The client throws a plain error if the Retry-After header is missing.
  const isUntold = error instanceof Error && error.message.startsWith('Retry header did not contain a valid timeout');
  return isUntold ? LEAST_S : null;
}
