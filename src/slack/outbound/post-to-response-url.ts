import type { types } from '@slack/bolt';
import { ofetch } from 'ofetch';

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
 * Bolt's own `respond` has no timeout, and its errors carry the URL, with which anybody could post.
 * @throws ResponseUrlError when Slack refuses; another error when it cannot be reached.
 */
export async function postToResponseUrl(url: string, message: ResponseMessage, timeoutMs: number): Promise<void> {
  const response = await ofetch
    .raw<string, 'text'>(url, {
      method: 'POST',
      body: message,
      responseType: 'text',
      ignoreResponseError: true,
      retry: 0,
      redirect: 'manual',
      timeout: timeoutMs,
    })
    .catch(() => {
      throw new Error('Slack could not be reached through a response URL.');
    });
  const body = String(response._data ?? '');
  // Some refusals come with status 200, as those of the Web API do.
  if (response.status < 200 || response.status > 299 || /^\s*\{\s*"ok"\s*:\s*false/.test(body)) {
    throw new ResponseUrlError(response.status, body.slice(0, 100));
  }
}
