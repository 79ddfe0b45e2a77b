import { describe, expect, it } from 'vitest';
import { renderText } from '../src/block-kit/render-text.ts';
import { hold } from './hold.ts';
import { modes, openApp, openSlack } from './tiny-app.ts';

describe.each(modes)('a slash command over %s', (mode) => {
  it('is acked, and its answer through the response_url is private', async ({ signal }) => {
    const { slack, ana, ben } = await openApp(mode, (app) => {
      app.command('/abilities', async ({ ack, command, respond }) => {
        await ack();
        await respond({ text: `You said ${command.text} in ${command.channel_name}.` });
      });
    });
    const { general } = slack.channels;

    const delivery = await ana.command('list “all”', { channel: general });
    const message = await slack.nextMessage(({ text }) => text.includes('You said'), { signal });

    expect(delivery).toMatchObject({ acked: true, error: null, status: 200 });
    expect(renderText(message)).toBe('You said list “all” in general.');
    expect(message.ephemeralFor).toBe(slack.people.ana.id);
    expect(ana.sees(general)).toHaveLength(1);
    expect(ben.sees(general)).toHaveLength(0);
  });

  it.each([
    ['a text', '42', { text: '42' }],
    ['a message', { response_type: 'in_channel' as const, text: 'For all' }, { text: 'For all', ephemeralFor: null }],
  ])('shows %s in the ack', async (_, ack, shown) => {
    const { slack, ana } = await openApp(mode, (app) => {
      app.command('/abilities', (args) => args.ack(ack));
    });
    await ana.command('');
    expect(slack.transcript.messages).toMatchObject([shown]);
  });

  it('is recorded as operation_timeout when the ack is late', async ({ signal }) => {
    const late = hold();
    const { slack, ana } = await openApp(
      mode,
      (app) => {
        app.command('/abilities', async ({ ack, respond }) => {
          await late.until;
          await ack('Too late').catch(() => undefined);
          await respond('Still answered');
        });
      },
      { ackTimeoutMs: 1 },
    );
    const delivery = await ana.command('list');
    expect(delivery).toMatchObject({ acked: false, error: 'operation_timeout', status: null });
    expect(slack.transcript.deliveries).toEqual([delivery]);

    late.letGo();
    await slack.nextMessage(({ text }) => text === 'Still answered', { signal });
    expect(slack.transcript.messages.map(({ text }) => text)).not.toContain('Too late');
  });
});

describe('a slash command without a bot', () => {
  it('fails to be dispatched when no connection is open', async () => {
    const slack = await openSlack();
    expect(await slack.as(slack.people.ana).command('list')).toMatchObject({ acked: false, error: 'dispatch_failed' });
  });

  it('fails to be dispatched when the request URL refuses', async () => {
    const { slack, ana } = await openApp('HTTP', () => undefined);
    slack.useHttp(new URL('/nowhere', slack.apiUrl).href);
    expect(await ana.command('list')).toMatchObject({ acked: false, error: 'dispatch_failed', status: 404 });
  });
});
