import { describe, expect, it } from 'vitest';
import { modes, openApp, openSlack } from './tiny-app.ts';

const post = (url: string, body: object) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

/** A local Slack whose bot reveals each response_url that it gets. */
async function openWithUrls(now?: () => number) {
  const clock = now ? { now } : {};
  const opened = await openApp(
    'HTTP',
    (app) => {
      app.command('/abilities', ({ ack }) => ack());
      app.action('go', ({ ack }) => ack());
    },
    clock,
  );
  const commandUrl = async () => String((await opened.ana.command('list')).payload.response_url);
  return { ...opened, commandUrl };
}

const button = {
  type: 'actions',
  elements: [{ type: 'button', action_id: 'go', text: { type: 'plain_text', text: 'Go' } }],
};

describe('a response_url', () => {
  it.each(modes)('is good five times over %s', async (mode) => {
    const failures: unknown[] = [];
    const { slack, ana } = await openApp(mode, (app) => {
      app.command('/abilities', async ({ ack, respond }) => {
        for (const count of [1, 2, 3, 4, 5, 6]) await respond(`answer ${count}`).catch((error) => failures.push(error));
        await ack();
      });
    });
    await ana.command('list');
    expect(slack.transcript.messages.map(({ text }) => text)).toEqual([1, 2, 3, 4, 5].map((n) => `answer ${n}`));
    expect(failures).toMatchObject([{ statusCode: 404 }]);
  });

  it('says used_url with 404 at the sixth use', async () => {
    const { commandUrl } = await openWithUrls();
    const url = await commandUrl();
    for (let use = 1; use <= 5; use += 1) expect((await post(url, { text: 'x' })).status).toBe(200);
    const refused = await post(url, { text: 'x' });
    expect(refused.status).toBe(404);
    expect(await refused.json()).toEqual({ ok: false, error: 'used_url' });
  });

  it('expires after 30 minutes', async () => {
    let now = 0;
    const { commandUrl } = await openWithUrls(() => now);
    const url = await commandUrl();
    now = 30 * 60 * 1000;
    expect((await post(url, { text: 'in time' })).status).toBe(200);
    now += 1;
    const refused = await post(url, { text: 'late' });
    expect([refused.status, await refused.json()]).toEqual([404, { ok: false, error: 'expired_url' }]);
  });

  it('is unknown when nobody handed it out', async () => {
    const slack = await openSlack();
    const url = new URL('/commands/T000000001/1/abc', slack.apiUrl);
    expect((await post(url.href, { text: 'x' })).status).toBe(404);
  });

  it('refuses broken blocks, and that is no use', async () => {
    const { slack, commandUrl } = await openWithUrls();
    const url = await commandUrl();
    const refused = await post(url, { text: 'x', blocks: [{ type: 'sektion' }] });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      error: 'invalid_blocks',
      response_metadata: { messages: [expect.stringContaining('[json-pointer:/blocks/0/type]')] },
    });
    for (let use = 1; use <= 5; use += 1) await post(url, { text: 'x' });
    expect(slack.transcript.messages).toHaveLength(5);
  });

  it('posts a new message for a command, regardless of replace_original', async () => {
    const { slack, commandUrl } = await openWithUrls();
    const url = await commandUrl();
    await post(url, { text: 'first' });
    await post(url, { text: 'second', replace_original: true });
    expect(slack.transcript.messages).toMatchObject([
      { text: 'first', edits: 0 },
      { text: 'second', edits: 0 },
    ]);
  });

  it.each(['ephemeral', 'in_channel'])('edits and deletes the %s message that was clicked', async (response_type) => {
    const { slack, ana, commandUrl } = await openWithUrls();
    await post(await commandUrl(), { text: 'list', blocks: [button], response_type });
    const message = await slack.nextMessage(({ text }) => text === 'list');
    const { payload } = await ana.click(message, { text: 'Go' });
    const url = String(payload.response_url);

    await post(url, { text: 'new list', replace_original: true });
    expect(slack.transcript.messages).toMatchObject([{ ts: message.ts, text: 'new list', blocks: [], edits: 1 }]);
    await post(url, { text: 'beside it', thread_ts: message.ts });
    expect(slack.transcript.messages.at(1)).toMatchObject({ ephemeralFor: ana.person.id, threadTs: message.ts });

    await post(url, { delete_original: true });
    expect(ana.sees(slack.channels.general).map(({ text }) => text)).toEqual(['beside it']);
    const gone = await post(url, { text: 'again', replace_original: true });
    expect(await gone.json()).toEqual({ ok: false, error: 'message_not_found' });
  });
});
