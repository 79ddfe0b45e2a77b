import type { App } from '@slack/bolt';
import { describe, expect, it } from 'vitest';
import { modes, openApp } from './tiny-app.ts';

const events = ['app_mention', 'message.channels', 'message.im'];
const scopes = ['app_mentions:read', 'channels:history', 'chat:write', 'files:read', 'im:history'];
const weather = { name: 'weather.zip', bytes: Buffer.from('PK\u0003\u0004 a package, made up') };

function listen(app: App, seen: object[]) {
  app.event('app_mention', async ({ event }) => void seen.push(event));
  app.event('message', async () => undefined);
}

async function openMentions(options: object = {}, mode: (typeof modes)[number] = 'HTTP') {
  const seen: object[] = [];
  return { ...(await openApp(mode, (app) => listen(app, seen), { events, scopes, ...options })), seen };
}

describe.each(modes)('a mention of the bot over %s', (mode) => {
  it('is sent in addition to the message, in a channel and in a thread', async () => {
    const { slack, ana, seen } = await openMentions({}, mode);
    const { ops } = slack.channels;
    const { messageTs, deliveries } = await ana.say(ops, '@abilities list <news> & more');
    expect(deliveries.map(({ payload }) => payload.event)).toMatchObject([
      { type: 'app_mention' },
      { type: 'message', channel_type: 'channel' },
    ]);
    const reply = await ana.say(ops, `<@${slack.botUserId}> help`, { threadTs: messageTs });
    const common = { type: 'app_mention', user: ana.person.id, team: slack.teamId, channel: ops.id };
    const text = `<@${slack.botUserId}> list &lt;news&gt; &amp; more`;
    expect(seen).toEqual([
      { ...common, text, ts: messageTs, event_ts: messageTs },
      {
        ...common,
        text: `<@${slack.botUserId}> help`,
        ts: reply.messageTs,
        event_ts: reply.messageTs,
        thread_ts: messageTs,
      },
    ]);
    expect(ana.sees(ops)[0]).toMatchObject({ text });
  });
});

describe('a mention', () => {
  it('with files carries them', async () => {
    const { slack, ana, seen } = await openMentions();
    await ana.drop(slack.channels.ops, [weather], '@Abilities upload');
    expect(seen).toMatchObject([{ text: `<@${slack.botUserId}> upload`, files: [{ name: 'weather.zip' }] }]);
  });

  it.each<[string, object]>([
    ['without the scope', { scopes: ['chat:write'] }],
    ['without the subscription', { events: ['message.channels'] }],
  ])('is not told %s', async (_, options) => {
    const { slack, ana, seen } = await openMentions(options);
    await ana.say(slack.channels.ops, '@abilities list');
    expect(seen).toEqual([]);
  });

  it('is not told in a direct message, nor where the bot is no member', async () => {
    const { slack, ana, seen } = await openMentions();
    const direct = await ana.say(await slack.directMessage(ana.person), '@abilities list');
    expect(direct.deliveries.map(({ payload }) => payload.event)).toMatchObject([{ type: 'message' }]);
    expect(await ana.say(slack.channels.lounge, '@abilities list')).toMatchObject({ deliveries: [] });
    expect(seen).toEqual([]);
  });

  it('in a direct message is no message either for an app without its scope', async () => {
    const { slack, ana } = await openMentions({ scopes: scopes.filter((scope) => scope !== 'im:history') });
    const direct = await slack.directMessage(ana.person);
    expect(await ana.say(direct, '@abilities list')).toMatchObject({ deliveries: [] });
  });

  it('is sent again with each edit of a message that has one, and the edit itself as a change', async () => {
    const { slack, ana, ben, seen } = await openMentions();
    const { ops } = slack.channels;
    const { messageTs } = await ana.say(ops, 'list');
    expect(seen).toEqual([]);
    const added = await ana.edit(ops, messageTs, '@abilities list');
    expect(added.deliveries.map(({ payload }) => payload.event)).toMatchObject([
      { type: 'app_mention' },
      { type: 'message', subtype: 'message_changed', message: { ts: messageTs }, previous_message: { text: 'list' } },
    ]);
    await ana.edit(ops, messageTs, '@abilities help');
    const common = { type: 'app_mention', user: ana.person.id, ts: messageTs, edited: { user: ana.person.id } };
    expect(seen).toMatchObject([
      { ...common, text: `<@${slack.botUserId}> list` },
      { ...common, text: `<@${slack.botUserId}> help` },
    ]);
    await expect(ben.edit(ops, messageTs, 'mine now')).rejects.toThrow('their own messages');
  });

  it('of a person is kept by ID, and is none of the bot', async () => {
    const { slack, ana, seen } = await openMentions();
    await ana.say(slack.channels.ops, 'ask @ben, not @benny or mail@abilities.example or @abilities-two');
    expect(ana.sees(slack.channels.ops)).toMatchObject([
      { text: `ask <@${slack.people.ben.id}>, not @benny or mail@abilities.example or @abilities-two` },
    ]);
    expect(seen).toEqual([]);
  });
});
