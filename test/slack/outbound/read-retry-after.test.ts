import { webApi } from '@slack/bolt';
import { expect, test } from 'vitest';
import { createLogger } from '../../../src/base/logger.ts';
import { readConfig } from '../../../src/config/config.ts';
import { webClientOptions } from '../../../src/slack/outbound/client.ts';
import { retryAfterOf } from '../../../src/slack/outbound/slack-errors.ts';
import { multiEnv } from '../../environments.ts';
import { closeServers, listen } from '../hostile-server.ts';

/** The real client's error for such a response. */
async function errorOf(status: number, headers: Record<string, string>, body: object): Promise<unknown> {
  const { origin } = await listen((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  });
  const client = new webApi.WebClient('xoxb-made-up', {
    slackApiUrl: `${origin}/`,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    logLevel: webApi.LogLevel.ERROR,
  });
  try {
    return await client.chat.postMessage({ channel: 'C1', text: 'x' });
  } catch (error) {
    return error;
  } finally {
    await closeServers();
  }
}

const said = { ok: false, error: 'ratelimited' };

test.each([
  ['a 429 with its header', 429, { 'retry-after': '7' }, said, 7],
  ['a 429 that says to retry immediately', 429, { 'retry-after': '0' }, said, 1],
  ['a 429 without a header', 429, {}, said, 1],
  ['a 429 whose header is no number', 429, { 'retry-after': 'soon' }, said, 1],
  ['a 200 that says the same', 200, { 'retry-after': '7' }, said, 7],
  ['a 200 that says the same without a header', 200, {}, said, 1],
  ['another refusal', 200, {}, { ok: false, error: 'channel_not_found' }, null],
  ['a failure', 500, {}, {}, null],
])('%s', async (_what, status, headers, body, seconds) => {
  expect(retryAfterOf(await errorOf(status, headers, body))).toBe(seconds);
});

test('anything else is none', () => {
  expect([new Error('no'), null, undefined, { retryAfter: 3 }].map(retryAfterOf)).toEqual([null, null, null, null]);
});

test('the bot’s own client leaves waiting to the queue: it does not call again after a 429', async () => {
  let calls = 0;
  const { origin } = await listen((_request, response) => {
    calls += 1;
    const head = { 'content-type': 'application/json', 'retry-after': '1' };
    response.writeHead(calls === 1 ? 429 : 200, head).end(JSON.stringify({ ok: calls > 1 }));
  });
  const log = createLogger('error', [], { write: () => undefined });
  const options = { ...webClientOptions(readConfig(multiEnv), log), slackApiUrl: `${origin}/` };
  const call = new webApi.WebClient('xoxb-made-up', options).auth.test();
  await expect(call).rejects.toMatchObject({ code: webApi.ErrorCode.RateLimitedError });
  expect(calls).toBe(1);
  await closeServers();
});
