import { App, LogLevel } from '@slack/bolt';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openApp } from './tiny-app.ts';

const weather = { name: 'weather.zip', bytes: Buffer.from('made up') };

describe('an event that is sent again', () => {
  it('carries the retry headers over HTTP', async () => {
    const seen: unknown[] = [];
    const { slack, ana } = await openApp('HTTP', (app) => {
      app.event(
        'file_shared',
        async ({ body, context }) => void seen.push([body.event_id, context.retryNum, context.retryReason]),
      );
    });
    const { deliveries } = await ana.drop(slack.channels.ops, [weather]);
    const [first] = deliveries;
    if (!first) throw new Error('The drop was not told.');
    expect(await slack.redeliver(first)).toMatchObject({ acked: true });
    await slack.redeliver(first, { number: 2, reason: 'http_error' });
    const id = first.payload.event_id;
    expect(seen).toEqual([
      [id, undefined, undefined],
      [id, 1, 'http_timeout'],
      [id, 2, 'http_error'],
    ]);
  });

  it('goes to another connection in Socket Mode', async () => {
    const seen: string[] = [];
    const { slack, ana } = await openApp('Socket Mode', (app) => {
      app.event('file_shared', async ({ context }) => void seen.push(`first app, retry ${context.retryNum}`));
    });
    const second = new App({
      socketMode: true,
      appToken: slack.appToken,
      token: slack.botToken,
      logLevel: LogLevel.ERROR,
      clientOptions: { slackApiUrl: slack.apiUrl },
      convoStore: false,
    });
    second.event('file_shared', async ({ context }) => void seen.push(`second app, retry ${context.retryNum}`));
    await second.start();
    onTestFinished(async () => {
      await second.stop();
    });
    expect(slack.sockets.size).toBe(2);

    const { deliveries } = await ana.drop(slack.channels.ops, [weather]);
    for (const delivery of deliveries) await slack.redeliver(delivery, { number: 0 });
    expect(seen.sort()).toEqual(['first app, retry 0', 'second app, retry 0']);
  });
});
