import { LogLevel, WebClient } from '@slack/web-api';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../src/local-slack.ts';
import { hold } from './hold.ts';
import { openSlack } from './tiny-app.ts';

async function openClient() {
  const slack = await openSlack();
  const client = new WebClient(slack.botToken, {
    slackApiUrl: slack.apiUrl,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    logLevel: LogLevel.ERROR,
  });
  return { slack, post: () => client.chat.postMessage({ channel: slack.channels.ops.id, text: 'x' }) };
}

describe('a fault', () => {
  it.each<[string, Fault, object]>([
    ['rate limit', { status: 429, retryAfter: 7 }, { code: 'slack_webapi_rate_limited_error', retryAfter: 7 }],
    ['refusal', { error: 'channel_not_found' }, { data: { error: 'channel_not_found' } }],
    ['broken server', { status: 500 }, { statusCode: 500 }],
    ['reset', 'reset', { code: 'slack_webapi_request_error' }],
  ])('strikes as often as it was asked to: %s', async (_, fault, error) => {
    const { slack, post } = await openClient();
    slack.faults.add({ method: 'chat.postMessage', times: 2, fault });
    await expect(post()).rejects.toMatchObject(error);
    await expect(post()).rejects.toMatchObject(error);
    expect(await post()).toMatchObject({ ok: true });
    expect(slack.transcript.messages).toHaveLength(1);
  });

  it('can hold a call until a promise lets go', async () => {
    const { slack, post } = await openClient();
    const gate = hold();
    slack.faults.add({ method: '*', fault: { delayUntil: gate.until } });
    const posts = [post(), post()];
    await Promise.race(posts);
    expect(slack.transcript.messages).toHaveLength(1);
    gate.letGo();
    await Promise.all(posts);
    expect(slack.transcript.messages).toHaveLength(2);
  });

  it('is gone once it is cleared', async () => {
    const { slack, post } = await openClient();
    slack.faults.add({ method: '*', times: 9, fault: 'reset' });
    slack.faults.clear();
    expect(await post()).toMatchObject({ ok: true });
  });

  it('can strike a response_url and a download', async () => {
    const { slack } = await openClient();
    slack.faults.add({ method: 'response_url', fault: { status: 500 } });
    slack.faults.add({ method: 'file', fault: { status: 503 } });
    expect((await fetch(new URL('/commands/T1/1/a', slack.apiUrl), { method: 'POST' })).status).toBe(500);
    expect((await fetch(new URL('/files-pri/F1/a.zip', slack.apiUrl))).status).toBe(503);
  });
});
