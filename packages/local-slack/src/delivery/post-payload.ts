import { createHmac } from 'node:crypto';
import { type JsonObject, parseJson } from '../json.ts';
import { credentials } from '../state/workspace-seed.ts';
import type { AppAnswer, PayloadKind, Retry } from './delivery.ts';

/** Posts a signed payload to the bot's request URL, in Slack's encoding for its kind. */
export async function postPayload(
  url: string,
  kind: PayloadKind,
  payload: JsonObject,
  retry: Retry | undefined,
): Promise<AppAnswer> {
  const body = encode(kind, payload);
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: {
      'content-type': kind === 'event' ? 'application/json' : 'application/x-www-form-urlencoded',
      ...sign(body),
      ...(retry && { 'x-slack-retry-num': String(retry.number), 'x-slack-retry-reason': retry.reason }),
    },
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, body: isJson ? parseJson(text) : text };
}

function encode(kind: PayloadKind, payload: JsonObject): string {
  if (kind === 'event') return JSON.stringify(payload);
  if (kind === 'interaction') return new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const fields = Object.entries(payload).map(([name, value]): [string, string] => [name, String(value)]);
  return new URLSearchParams(fields).toString();
}

/**
 * Slack's request signature, version 0: HMAC over version, time and body. Uses the real time, since receivers compare
 * it with theirs.
 */
function sign(body: string): Record<string, string> {
  const time = Math.floor(Date.now() / 1000);
  const digest = createHmac('sha256', credentials.signingSecret).update(`v0:${time}:${body}`).digest('hex');
  return { 'x-slack-request-timestamp': String(time), 'x-slack-signature': `v0=${digest}` };
}
