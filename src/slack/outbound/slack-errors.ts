import { type types, webApi } from '@slack/bolt';
import { request } from 'undici';
import * as z from 'zod';
import type { Clock } from '../../base/clock.ts';
import { hasNeverConnected, networkCodeOf } from '../../base/network-failure.ts';
import { withDeadline } from '../../base/timeout.ts';
import { UnconfirmedError } from './unconfirmed.ts';

/** A response URL that no longer works: used five times, older than 30 minutes, or Slack rejected the message. */
export class ResponseUrlError extends Error {
  override readonly name = 'ResponseUrlError';
  readonly status: number;
  readonly reason: string;

  constructor(status: number, reason: string) {
    super(`Slack refused an answer through a response URL: ${status} ${reason}`);
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
 * post. Uses `request` because this ends every command: `fetch` takes about three times the CPU time. Does not follow
 * redirects.
 * @returns the message as it was sent, in JSON.
 * @throws ResponseUrlError if Slack rejects it; UnconfirmedError if the answer is missing; another error if Slack is
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
      throw new Error('Slack could not be reached through a response URL.');
    },
  );
  // Some rejections have status 200, like those of the Web API.
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

/** Further codes that may pass. A revoked token counts, since the operator can replace it. */
const PASSING = /^(team_added_to_org|accesslimited|invalid_auth|not_authed|token_|account_inactive|missing_scope)/;

/** Whether the same call may succeed later: Slack was unreachable, or said so. */
export function isPassingSlackError(error: unknown): boolean {
  const reason = readSlackError(error);
  return reason === null || isInternalCode(reason) || PASSING.test(reason);
}

/** For the log: Slack's error code, else the message. */
export const describeSlackError = (error: unknown): string =>
  readSlackError(error) ?? (error instanceof Error ? error.message : String(error));

const RateLimited = z.object({
  data: z.object({ response_metadata: z.object({ retryAfter: z.number() }) }),
});

/** Default if Slack names no wait; also the shortest wait that Slack itself names. */
const LEAST_S = 1;

/** Retry-After of a rate-limited call, in seconds; null for any other error. */
export function retryAfterOf(error: unknown): number | null {
  if (error instanceof webApi.WebAPIRateLimitedError) return Math.max(error.retryAfter, LEAST_S);
  if (/^rate_?limited$/.test(readSlackError(error) ?? '')) {
    const seconds = RateLimited.safeParse(error).data?.data.response_metadata.retryAfter;
    return Math.max(seconds ?? LEAST_S, LEAST_S);
  }
  // The client's own error has neither a class nor a code.
  const isUntold = error instanceof Error && error.message.startsWith('Retry header did not contain a valid timeout');
  return isUntold ? LEAST_S : null;
}
