import type { Fault, Message } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { House } from './start-house.ts';
import { hear, watchHouses } from './watched-house.ts';
import { goodZip } from './zips.ts';

const open = watchHouses();

/** The methods that the bot has called since `from`. */
const callsSince = ({ slack }: House, from: number) =>
  slack.wire.slice(from).flatMap(({ direction, name }) => (direction === 'bot to Slack' ? [name] : []));

describe('when Slack makes trouble', () => {
  let house: House;
  beforeAll(async () => {
    house = await open({ mode: 'http' });
  });
  afterEach(() => house.slack.faults.clear());
  afterAll(() => house.close());

  const ana = () => house.slack.as(house.slack.people.ana);
  const isHelp = ({ text }: Message) => /[/@]abilities list/.test(text);

  test.each<[string, Fault]>([
    ['is used up', { status: 404 }],
    ['fails', { status: 500 }],
    ['is cut', 'reset'],
    ['refuses with status 200', { error: 'used_url' }],
  ])('a response URL that %s: the answer comes in the channel, for the person alone', async (_name, fault) => {
    const from = house.slack.wire.length;
    house.slack.faults.add({ method: 'response_url', fault });
    const answer = await hear(house, () => ana().command('help'), isHelp);
    expect(answer.ephemeralFor).toBe(house.slack.people.ana.id);
    await house.slack.waitFor(() => callsSince(house, from).includes('chat.postEphemeral'));
  });

  test('no private answer in the channel either: the answer comes directly', async () => {
    const { slack } = house;
    slack.faults.add({ method: 'response_url', fault: { status: 404 } });
    const direct = await slack.directMessage(slack.people.ana);
    const answer = await hear(house, () => ana().command('help', { channel: slack.channels.lounge }), isHelp);
    expect(answer.channelId).toBe(direct.id);
  });

  test.each([
    ['expired_trigger_id', 'The form took too long to open.'],
    ['exchanged_trigger_id', 'The form took too long to open.'],
    ['internal_error', "Slack didn't open the form"],
  ])('a form that does not open (%s) is a sentence', async (error, words) => {
    for (const line of ['upload', 'assign Echo']) {
      house.slack.faults.clear();
      house.slack.faults.add({ method: 'views.open', times: 2, fault: { error } });
      const told = await hear(
        house,
        () => ana().command(line),
        ({ text }) => text.includes(words),
      );
      expect(told).toMatchObject({ ephemeralFor: house.slack.people.ana.id });
      expect(told.text).toContain('Nothing changed.');
    }
  });

  test('a form that does not fill says so beside itself', async () => {
    house.slack.faults.add({ method: 'views.update', fault: { error: 'internal_error' } });
    await hear(
      house,
      () => ana().command('assign Echo'),
      ({ text }) => text.includes("Slack didn't open the form"),
    );
    house.slack.faults.add({ method: 'views.update', fault: { error: 'internal_error' } });
    await hear(
      house,
      () => ana().command('assign Ecko'),
      ({ text }) => text.includes('No Agent is called'),
    );
  });

  test('an upload whose message can no longer be edited sends its result directly', async () => {
    const { slack } = house;
    const { messageTs } = await ana().drop(slack.channels.ops, [{ name: 'tides.zip', bytes: await goodZip() }]);
    const offer = await slack.nextMessage(({ threadTs }) => threadTs === messageTs);
    await ana().click(offer, { text: 'Upload…' });
    const form = await slack.nextView(({ callbackId }) => callbackId === 'upload');
    slack.faults.add({ method: 'chat.update', times: 100, fault: { error: 'message_not_found' } });
    const direct = await slack.directMessage(slack.people.ana);
    const values = { Description: 'Tells the tides.', trigger_words: 'high tide' };
    await hear(
      house,
      () => ana().submit(form, values),
      ({ channelId, text }) => channelId === direct.id && text.includes('Tides uploaded by'),
    );
  });

  test.each([
    ['response_url', 'general'],
    ['chat.postEphemeral', 'ops'],
  ] as const)('an image that %s does not take: the message comes without it', async (method, channel) => {
    const { slack } = house;
    if (method !== 'response_url') slack.faults.add({ method: 'response_url', fault: { status: 404 } });
    slack.faults.add({ method, fault: { error: 'invalid_blocks' } });
    const agents = await hear(
      house,
      () => ana().command('agents', { channel: slack.channels[channel] }),
      ({ text }) => text.includes('3 Agents'),
    );
    expect(renderText(agents)).toContain('*Nova* · Abilities unknown  [Edit…]');
    expect(renderText(agents)).not.toContain('Image of');
  });

  test('blocks that Slack takes in no form: the text comes alone', async () => {
    house.slack.faults.add({ method: 'response_url', times: 2, fault: { error: 'msg_blocks_too_long' } });
    const agents = await hear(
      house,
      () => ana().command('agents'),
      ({ text }) => text.includes('3 Agents'),
    );
    expect(agents.blocks).toEqual([]);
  });

  test('a rate limit is waited out', async () => {
    const { slack } = house;
    const { messageTs } = await ana().drop(slack.channels.ops, [{ name: 'more.zip', bytes: await goodZip() }]);
    const offer = await slack.nextMessage(({ threadTs }) => threadTs === messageTs);
    slack.faults.add({ method: 'chat.update', fault: { status: 429, retryAfter: 1 } });
    const edited = await hear(
      house,
      () => ana().click(offer, { text: 'Skip' }),
      ({ text }) => text.includes('skipped by'),
    );
    expect(edited).toMatchObject({ ts: offer.ts, edits: 1 });
  });
});

describe('what is of another version', () => {
  let house: House;
  beforeAll(async () => {
    house = await open({ mode: 'http' });
  });
  afterAll(() => house.close());

  const ana = () => house.slack.as(house.slack.people.ana);

  test.each([
    ['garbage', 'garbage'],
    ['an older version', '{"v":0,"do":"delete id:6403","sure":true}'],
    ['a newer version', '{"v":2,"do":"list"}'],
    ['a verb that is gone', '{"v":1,"do":"rename Weather"}'],
    ['nothing', undefined],
  ])('a button whose value is %s changes nothing and says so', async (_name, value) => {
    const { slack } = house;
    await ana().command('help');
    const message = await slack.nextMessage(({ text }) => /[/@]abilities list/.test(text));
    const old = { type: 'button', action_id: 'old', text: { type: 'plain_text', text: 'Old' } } as const;
    const blocks = [{ type: 'actions' as const, block_id: 'old', elements: [{ ...old, ...(value ? { value } : {}) }] }];
    const told = await hear(
      house,
      async () => expect(await ana().click({ ...message, blocks }, { actionId: 'old' })).toMatchObject({ acked: true }),
      ({ text }) => text.includes('This button is from an older version of the app'),
    );
    expect(told.ephemeralFor).toBe(slack.people.ana.id);
    expect(slack.transcript.findMessage(message)).toMatchObject({ deleted: false, edits: 0 });
  });

  test('a form of an older version is reported in place, and nothing is done', async () => {
    const { slack, service } = house;
    const opened = await ana().command('upload');
    const form = await slack.nextView(({ callbackId }) => callbackId === 'upload');
    const before = service.requests.length;
    const { id, hash, callbackId } = form;
    const view = { type: 'modal', id, hash, callback_id: callbackId, private_metadata: '{"v":0}' };
    const user = { id: slack.people.ana.id };
    const payload = { type: 'view_submission', user, team: { id: slack.teamId }, view };
    const answered = await slack.redeliver({ ...opened, kind: 'interaction', payload });
    expect(answered).toMatchObject({ acked: true, body: { response_action: 'update' } });
    expect(JSON.stringify(answered.body)).toContain('This form is from an older version of the app.');
    // Opening the form may still be reading the account's names.
    expect(service.requests.slice(before).filter(({ method }) => method !== 'GET')).toEqual([]);
  });
});
