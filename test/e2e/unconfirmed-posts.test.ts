import type { Message } from '@abilities-bot/local-slack';
import { renderText } from '@abilities-bot/local-slack/block-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { hold } from '../../packages/local-slack/test/hold.ts';
import { HeldClock } from '../held-clock.ts';
import { until } from '../until.ts';
import { otherCaller } from './reading.ts';
import { type House, startHouse } from './start-house.ts';
import { saying, WORDS } from './upload-job.ts';
import { hear } from './watched-house.ts';
import { goodZip } from './zips.ts';

const NOBODY = { users: [], groups: [] };
const OPS = 'C0LOCALOPS';
/** Far more than any call is repeated. */
const ALWAYS = 1000;
/** A length that nothing else has, in milliseconds. */
const PATIENCE_MS = 29_999;

let house: House;
afterEach(() => house.close());

const ana = () => house.slack.as(house.slack.people.ana);
const ben = () => house.slack.as(house.slack.people.ben);
const said = (words: string) => house.slack.transcript.messages.filter(({ text }) => text.includes(words));
/** Slack carries these posts out, and their answers do not arrive. */
const loseAnswers = (times: number, method = 'chat.postMessage') =>
  house.slack.faults.add({ method, times, fault: 'answer-lost' });
const logged = (words: string) => until(() => house.logLines.some((line) => line.includes(words)));

describe('a request for approval', () => {
  const REQUEST = 'wants to delete Timer';
  const isToldAna = ({ ephemeralFor, text }: Message) =>
    ephemeralFor === house.slack.people.ana.id && text.includes('You asked to delete Timer');

  async function start(clock?: HeldClock) {
    const grants = { viewer: NOBODY, editor: NOBODY, admin: { users: ['U0LOCALBEN'], groups: [] } };
    house = await startHouse({
      mode: 'http',
      policy: { approvals: ['delete-enabled', 'replace-enabled'], auditChannel: 'C0LOCALGENERAL', grants },
      ...(clock ? { clock, deadlines: { post: PATIENCE_MS } } : {}),
    });
    const { channels } = house.slack;
    const question = await hear(
      house,
      () => ana().command('delete Timer', { channel: channels.ops }),
      ({ text }) => text.includes('Timer  Enabled'),
    );
    return () => ana().click(question, { text: 'Ask to delete Timer' });
  }

  test('whose answer is lost is posted once, and the requester learns where it may be', async () => {
    const ask = await start();
    loseAnswers(ALWAYS);
    const told = await hear(house, ask, isToldAna);
    expect(told.text).toMatch(/My message may be in <#C0LOCALOPS>/);
    expect(said(REQUEST)).toMatchObject([{ channelId: OPS }]);
    house.slack.faults.clear();
    // Its place is unknown until somebody clicks it.
    const [request] = said(REQUEST);
    if (!request) throw new Error('It was not posted.');
    await hear(
      house,
      () => ben().command('approve'),
      ({ text }) => text.includes('1 pending approval'),
    );
    await ben().click(request, { text: 'Approve' });
    const decided = await saying(house, request, 'deleted');
    expect(renderText(decided)).not.toContain('[Approve]');
  });

  test('of which Slack reports after all where it is, loses its buttons although it was decided meanwhile', async () => {
    const clock = new HeldClock(PATIENCE_MS);
    const ask = await start(clock);
    const gate = hold();
    const arrived = hold();
    const fault = {
      get delayUntil() {
        arrived.letGo();
        return gate.until;
      },
    };
    house.slack.faults.add({ method: 'chat.postMessage', fault });
    const after = house.slack.transcript.revision;
    const asked = ask();
    // Other answers have the same deadline.
    await arrived.until;
    clock.letGo();
    await house.slack.nextMessage(isToldAna, { after });
    await asked;
    const list = await hear(
      house,
      () => ben().command('approve'),
      ({ text }) => text.includes('1 pending approval'),
    );
    await ben().click(list, { text: 'Decline' });
    await saying(house, list, 'declined');
    expect(said(REQUEST)).toEqual([]);
    gate.letGo();
    const [request] = await house.slack.waitFor(() => said(REQUEST).length > 0 && said(REQUEST));
    if (!request) throw new Error('It was not posted.');
    expect(renderText(await saying(house, request, 'Declined'))).not.toContain('[Approve]');
  });

  test('that was decided elsewhere loses its buttons when somebody clicks it', async () => {
    const ask = await start();
    loseAnswers(1);
    await hear(house, ask, isToldAna);
    const [request] = said(REQUEST);
    if (!request) throw new Error('It was not posted.');
    const list = await hear(
      house,
      () => ben().command('approve'),
      ({ text }) => text.includes('1 pending approval'),
    );
    await ben().click(list, { text: 'Decline' });
    await saying(house, list, 'declined');
    await ben().click(request, { text: 'Approve' });
    expect(renderText(await saying(house, request, 'Declined'))).not.toContain('[Approve]');
    expect((await otherCaller(house).listAbilities()).map(({ name }) => name)).toContain('Timer');
  });
});

describe('an upload', () => {
  const start = async () => {
    house = await startHouse({ mode: 'http', uploadTimes: { pollMs: 20 } });
  };
  const upload = async () => {
    await ana().command('upload');
    const form = await house.slack.nextView(({ callbackId }) => callbackId === 'upload');
    await ana().submit(form, { ...WORDS, Name: 'Tides', Zip: { name: 'tides.zip', bytes: await goodZip() } });
  };

  test('whose message may be posted asks in a new one, and its result replaces the question', async () => {
    await start();
    loseAnswers(1);
    await upload();
    const question = await house.slack.nextMessage(({ text }) => text.includes('Upload Tides?'));
    await ana().click(question, { text: 'Upload' });
    await saying(house, question, 'Tides uploaded by');
    expect(said('Tides').map(({ text }) => text)).toEqual([
      'Upload of Tides started.',
      expect.stringContaining('Tides uploaded by'),
    ]);
  });

  test('of which no answer arrives posts its question three times and no more', async () => {
    await start();
    loseAnswers(ALWAYS);
    await upload();
    await logged('result of an upload not confirmed by Slack, giving up');
    expect(said('Upload of Tides started.')).toHaveLength(1);
    const [first, second, ...others] = said('Upload Tides?');
    expect(others).toHaveLength(1);
    expect(house.logLines.flatMap((line) => /"pauseMs":(\d+)/.exec(line)?.[1] ?? [])).toEqual(['20', '40']);
    if (!first || !second) throw new Error('It was not posted.');
    house.slack.faults.clear();
    await ana().click(second, { text: 'Upload' });
    await saying(house, second, 'Tides uploaded by');
    await ana().click(first, { text: 'Upload' });
    expect(renderText(await saying(house, first, 'was already decided in another message'))).not.toContain('[Upload]');
  });
});

test('the offer for a dropped zip is posted once, and the person learns that it may be there', async () => {
  house = await startHouse({ mode: 'http' });
  loseAnswers(ALWAYS);
  await hear(
    house,
    async () => ana().drop(house.slack.channels.ops, [{ name: 'tides.zip', bytes: await goodZip() }]),
    ({ ephemeralFor, text }) =>
      ephemeralFor === house.slack.people.ana.id && text.includes("Slack didn't confirm my reply"),
  );
  expect(said('as an Ability?')).toHaveLength(1);
});

test('a change made outside Slack is reported once', async () => {
  house = await startHouse({ mode: 'http', policy: { watchChannel: OPS }, times: { watchMs: 100 } });
  const reads = () => house.service.requests.filter(({ path }) => path.includes('get-all-personalities')).length;
  const looked = async (times: number) => {
    const wanted = reads() + times;
    await until(() => reads() >= wanted);
  };
  await looked(2);
  loseAnswers(ALWAYS);
  const service = otherCaller(house);
  const news = (await service.listInstalledAbilities()).find(({ name }) => name === 'News');
  if (!news) throw new Error('The demo account has News.');
  await service.setInstalledAbility(news, { enabled: false, triggerWords: news.triggerWords });
  await house.slack.nextMessage(({ text }) => text.includes('outside Slack'));
  await looked(4);
  expect(said('outside Slack')).toHaveLength(1);
});

test('a private answer takes at most one further way', async () => {
  house = await startHouse({ mode: 'http' });
  for (const method of ['response_url', 'chat.postEphemeral', 'chat.postMessage']) loseAnswers(ALWAYS, method);
  await ana().command('help');
  await logged('answer not confirmed by Slack');
  expect(said('/abilities list')).toHaveLength(2);
});
