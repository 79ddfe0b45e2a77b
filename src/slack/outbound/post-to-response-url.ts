import type { types } from '@slack/bolt';
import { request } from 'undici';

/** A response URL that can no longer be used: five answers or 30 minutes are over, or Slack refused the message. */
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

export interface ResponseMessage {
  text: string;
  blocks?: types.KnownBlock[];
  response_type: 'ephemeral';
  replace_original: boolean;
  thread_ts?: string;
}

/**
 * Bolt's own `respond` has no timeout, and its errors carry the URL, with which anybody could post. By `request`, since this
 * ends every command: `fetch` takes about three times the processor time for the same post. Redirects are not followed.
 * @throws ResponseUrlError when Slack refuses; another error when it cannot be reached.
 */
export async function postToResponseUrl(url: string, message: ResponseMessage, timeoutMs: number): Promise<void> {
  const { status, text } = await post(url, JSON.stringify(message), timeoutMs).catch(() => {
    throw new Error('Slack could not be reached through a response URL.');
  });
  // Some refusals come with status 200, as those of the Web API do.
  if (status < 200 || status > 299 || /^\s*\{\s*"ok"\s*:\s*false/.test(text)) {
    throw new ResponseUrlError(status, text.slice(0, 100));
  }
}

async function post(url: string, body: string, timeoutMs: number): Promise<{ status: number; text: string }> {
  const { body: answer, statusCode } = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(timeoutMs),
  });
  return { status: statusCode, text: await answer.text() };
}
