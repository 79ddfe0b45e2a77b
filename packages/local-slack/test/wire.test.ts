import { describe, expect, it } from 'vitest';
import type { WireEntry } from '../src/local-slack.ts';
import { modes, openApp, openSlack } from './tiny-app.ts';

describe.each(modes)('the wire over %s', (mode) => {
  it('shows both directions with status, and no secrets', async () => {
    const { slack, app, ana } = await openApp(mode, (listening) => {
      listening.command('/abilities', async ({ ack, respond }) => {
        await respond('hello');
        await ack();
      });
    });
    const heard: WireEntry[] = [];
    const stop = slack.onWire((entry) => heard.push(entry));
    await ana.command('list');
    stop();
    await app.client.auth.test();

    expect(heard).toMatchObject([
      {
        direction: 'bot to Slack',
        name: 'response_url',
        request: { text: 'hello' },
        status: 200,
        response: { ok: true },
      },
      { direction: 'Slack to bot', name: '/abilities', request: { text: 'list' }, status: 200 },
    ]);
    expect(slack.wire.at(-1)).toMatchObject({ name: 'auth.test', response: { ok: true } });
    const all = JSON.stringify(slack.wire);
    const secret = slack.transcript.deliveries.map(({ payload }) => String(payload.response_url).split('/').at(-1))[0];
    for (const token of [slack.botToken, slack.appToken, slack.signingSecret, secret ?? ''])
      expect(all).not.toContain(token);
    expect(all).not.toMatch(/ticket=\w/);
  });
});

describe('waiting', () => {
  it('ends at the deadline with all that there is', async () => {
    const slack = await openSlack();
    await slack.as(slack.people.ana).drop(slack.channels.ops, [{ name: 'a.zip', bytes: Buffer.from('x') }], 'my zip');
    const deadline = new AbortController();
    const waiting = slack.nextMessage(({ text }) => text === 'never', { signal: deadline.signal });
    deadline.abort();
    await expect(waiting).rejects.toThrow(
      /^Timed out waiting\. The workspace has:\nMessage .*\nmy zip\n\[file: a\.zip\]/,
    );
  });

  it('ends when the local Slack is closed', async () => {
    const slack = await openSlack();
    const waiting = expect(slack.nextView(() => true)).rejects.toThrow('The workspace is empty.');
    await slack.close();
    await waiting;
  });

  it('can skip what was there before', async () => {
    const slack = await openSlack();
    const { ops } = slack.channels;
    const ana = slack.as(slack.people.ana);
    const share = (comment: string) => ana.drop(ops, [{ name: 'a.zip', bytes: Buffer.from('x') }], comment);
    await share('first');
    const after = slack.transcript.revision;
    const next = slack.nextMessage(() => true, { after });
    await share('second');
    expect(await next).toMatchObject({ text: 'second' });
    expect(await slack.nextMessage(() => true)).toMatchObject({ text: 'first' });
  });

  it('fails with what the condition throws', async () => {
    const slack = await openSlack();
    const broken = () => {
      throw new Error('a mistake in the test');
    };
    await expect(slack.waitFor(broken)).rejects.toThrow('a mistake in the test');
  });
});
