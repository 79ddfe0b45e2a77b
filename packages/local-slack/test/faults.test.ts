import { LogLevel, WebClient } from '@slack/web-api';
import { describe, expect, it } from 'vitest';
import { readObject } from '../src/json.ts';
import type { Fault } from '../src/local-slack.ts';
import { hold } from './hold.ts';
import { openApp, openSlack } from './tiny-app.ts';

const many = <T>(count: number, make: () => T) => Array.from({ length: count }, make);

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

  it('can lose the answer to a call that was carried out', async () => {
    const { slack, post } = await openClient();
    slack.faults.add({ method: 'chat.postMessage', fault: 'answer-lost' });
    await expect(post()).rejects.toMatchObject({ code: 'slack_webapi_request_error' });
    expect(slack.transcript.messages).toHaveLength(1);
  });

  it('can hold a call until a promise resolves', async () => {
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

  it('can reject one kind of block wherever an app may send it', async () => {
    const blocks = [
      { type: 'divider' },
      { type: 'data_table', caption: 'Abilities', rows: many(2, () => [{ type: 'raw_text', text: 'x' }]) },
    ];
    const title = { type: 'plain_text', text: 'Abilities' };
    const message = { text: 'x', blocks };
    const { slack, ana } = await openApp('HTTP', (app) => {
      app.command('/abilities', async ({ ack, respond, client, command }) => {
        const answers = await Promise.allSettled([
          respond(JSON.parse(JSON.stringify(message))),
          client.apiCall('chat.postMessage', { channel: command.channel_id, ...message }),
          client.apiCall('chat.postEphemeral', { channel: command.channel_id, user: command.user_id, ...message }),
          client.apiCall('views.open', { trigger_id: command.trigger_id, view: { type: 'modal', title, blocks } }),
          client.apiCall('views.publish', { user_id: command.user_id, view: { type: 'home', blocks } }),
        ]);
        told.push(...answers.map(({ status }) => status));
        await ack(JSON.parse(JSON.stringify(message)));
      });
    });
    const told: string[] = [];
    slack.faults.add({ method: '*', times: Number.POSITIVE_INFINITY, fault: { rejectBlock: 'data_table' } });
    const rejected = await ana.command('');
    expect(told).toEqual(many(5, () => 'rejected'));
    expect(rejected).toMatchObject({
      error: 'invalid_blocks',
      reasons: ['[ERROR] unsupported type: data_table [json-pointer:/blocks/1/type]'],
    });
    const answered = slack.wire.filter(({ direction, name }) => direction === 'bot to Slack' && name !== 'auth.test');
    expect(answered.map(({ name, status }) => `${name} ${status}`).sort()).toEqual([
      ...['chat.postEphemeral 200', 'chat.postMessage 200', 'response_url 400', 'views.open 200', 'views.publish 200'],
    ]);
    expect(answered.map(({ response }) => readObject(response).error)).toEqual(many(5, () => 'invalid_blocks'));
    expect(slack.transcript.messages).toEqual([]);

    slack.faults.clear();
    told.length = 0;
    expect(await ana.command('')).toMatchObject({ error: null });
    expect(told).toEqual(many(5, () => 'fulfilled'));
    expect(slack.transcript.messages).toHaveLength(4);
  });

  it('that rejects a block allows other content, and other faults come first', async () => {
    const { slack, post } = await openClient();
    slack.faults.add({ method: '*', times: 9, fault: { rejectBlock: 'data_table' } });
    slack.faults.add({ method: 'chat.postMessage', fault: { error: 'channel_not_found' } });
    await expect(post()).rejects.toMatchObject({ data: { error: 'channel_not_found' } });
    expect(await post()).toMatchObject({ ok: true });
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
