import { describe, expect, it } from 'vitest';
import { openApp, openSlack } from './tiny-app.ts';

const weather = { name: 'weather.zip', bytes: Buffer.from('made up') };

describe('channels', () => {
  it('know their members, and the bot among them', async () => {
    const { channels, people, botUserId } = await openSlack();
    const { ana, ben, gus } = people;
    const members = ({ memberIds }: { memberIds: ReadonlySet<string> }) => [...memberIds].sort();
    expect(members(channels.general)).toEqual([ana.id, ben.id, gus.id, botUserId].sort());
    expect(members(channels.ops)).toEqual([ana.id, ben.id, botUserId].sort());
    expect(members(channels.lounge)).toEqual([ana.id, ben.id].sort());
    expect([channels.ops.botIsMember, channels.lounge.botIsMember]).toEqual([true, false]);
  });

  it('have the same IDs at every start, and so have people and direct messages', async () => {
    const describeIds = async () => {
      const { people, channels, teamId, directMessage } = await openSlack();
      const direct = await Promise.all(Object.values(people).map(async (person) => (await directMessage(person)).id));
      return [teamId, direct, Object.values(people), Object.values(channels).map(({ id }) => id)];
    };
    expect(await describeIds()).toEqual(await describeIds());
  });

  it('let the bot in when it joins', async () => {
    const { slack, app, ana } = await openApp('HTTP', () => undefined, { scopes: ['channels:join', 'chat:write'] });
    const { lounge } = slack.channels;
    await app.client.conversations.join({ channel: lounge.id });
    await app.client.chat.postMessage({ channel: lounge.id, text: 'Hello' });
    expect(lounge.botIsMember).toBe(true);
    expect(ana.sees(lounge)).toMatchObject([{ text: 'Hello' }]);
  });
});

describe('a person', () => {
  it('says something, in a channel or a thread, and the bot hears it where it is subscribed', async () => {
    const { slack, ana, ben } = await openApp('HTTP', () => undefined, {
      events: ['message.channels'],
      scopes: ['chat:write', 'channels:history'],
    });
    const { ops, lounge } = slack.channels;
    const { messageTs, deliveries } = await ana.say(ops, 'a < b & <!channel>');
    expect(deliveries.map(({ payload }) => payload.event)).toMatchObject([
      { type: 'message', user: ana.person.id, channel: ops.id, channel_type: 'channel', ts: messageTs },
    ]);
    const reply = await ben.say(ops, 'indeed', { threadTs: messageTs });
    expect(ana.sees(ops)).toMatchObject([
      { ts: messageTs, userId: ana.person.id, text: 'a &lt; b &amp; &lt;!channel&gt;', threadTs: null },
      { ts: reply.messageTs, userId: ben.person.id, text: 'indeed', threadTs: messageTs },
    ]);
    expect((await ana.say(lounge, 'nobody else listens')).deliveries).toEqual([]);
  });

  it('is not heard by a bot that did not subscribe', async () => {
    const slack = await openSlack();
    const { deliveries } = await slack.as(slack.people.ana).say(slack.channels.ops, 'hello');
    expect(deliveries).toEqual([]);
  });

  it('cannot say nothing, nor reply to what is not there', async () => {
    const slack = await openSlack();
    const ana = slack.as(slack.people.ana);
    await expect(ana.say(slack.channels.ops, '  ')).rejects.toThrow('The message is empty');
    await expect(ana.say(slack.channels.ops, 'x', { threadTs: '1.000000' })).rejects.toThrow('was not found');
    expect(slack.transcript.messages).toEqual([]);
  });

  it('sees and reaches only the channels they are in', async () => {
    const { slack, app, ana } = await openApp('HTTP', (listening) =>
      listening.command('/abilities', ({ ack }) => ack()),
    );
    const { ops, general } = slack.channels;
    const gus = slack.as(slack.people.gus);
    const { ts = '' } = await app.client.chat.postMessage({
      channel: ops.id,
      text: 'secret',
      blocks: [
        { type: 'actions', elements: [{ type: 'button', action_id: 'go', text: { type: 'plain_text', text: 'Go' } }] },
      ],
    });
    const message = slack.transcript.findMessage({ channelId: ops.id, ts });
    if (!message) throw new Error('The message was not posted.');
    expect([ana.sees(ops), gus.sees(ops)]).toMatchObject([[{ ts }], []]);

    const refused = { name: 'ClientRefusalError', message: expect.stringContaining('gus is not in #ops') };
    await expect(gus.command('list', { channel: ops })).rejects.toMatchObject(refused);
    await expect(gus.drop(ops, [weather])).rejects.toMatchObject(refused);
    await expect(gus.say(ops, 'hello')).rejects.toMatchObject(refused);
    await expect(gus.click(message, { text: 'Go' })).rejects.toThrow('cannot see that message');
    await expect(gus.command('', { channel: await slack.directMessage(ana.person) })).rejects.toThrow(
      'that conversation',
    );
    expect(slack.transcript.deliveries).toEqual([]);
    expect(await gus.command('list', { channel: general })).toMatchObject({ acked: true });
    await expect(app.client.chat.postEphemeral({ channel: ops.id, user: gus.person.id, text: 'x' })).rejects.toThrow(
      'user_not_in_channel',
    );
  });
});

describe('the bot', () => {
  it('may not read a file that was shared where it is no member', async () => {
    const { slack, app, ana } = await openApp('HTTP', () => undefined);
    const { fileIds } = await ana.drop(slack.channels.lounge, [weather]);
    await expect(app.client.files.info({ file: fileIds[0] ?? '' })).rejects.toThrow('file_not_found');
    const [file] = slack.transcript.messages.flatMap(({ files }) => files);
    const headers = { authorization: `Bearer ${slack.botToken}` };
    expect((await fetch(String(file?.url_private), { headers })).status).toBe(404);
  });

  it('may change only its own messages', async () => {
    const { slack, app, ana } = await openApp('HTTP', () => undefined);
    const channel = slack.channels.ops;
    const { messageTs: ts } = await ana.say(channel, 'mine');
    await expect(app.client.chat.update({ channel: channel.id, ts, text: 'x' })).rejects.toThrow('cant_update_message');
    await expect(app.client.chat.delete({ channel: channel.id, ts })).rejects.toThrow('cant_delete_message');
  });
});
