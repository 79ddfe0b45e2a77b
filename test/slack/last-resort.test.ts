import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { webApi } from '@slack/bolt';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { createLogger } from '../../src/base/logger.ts';
import { withReception } from '../../src/base/request-context.ts';
import { DEADLINES } from '../../src/core/deadlines.ts';
import { Metrics } from '../../src/metrics/metrics.ts';
import { sentenceMessage } from '../../src/slack/blocks/sentences.ts';
import { type Failure, LastResort } from '../../src/slack/listeners/last-resort.ts';
import { NOWHERE } from '../../src/slack/modal-metadata.ts';
import { SlackClient } from '../../src/slack/outbound/client.ts';
import { Outbound } from '../../src/slack/outbound/outbound.ts';
import { DrawnMessages } from '../../src/slack/outbound/pressed-messages.ts';
import { OutboundQueue } from '../../src/slack/outbound/queue.ts';
import { StoreAwayError } from '../../src/store/store-away.ts';

/** Posts to the response URL. */
async function openResponseUrl() {
  const posted: unknown[] = [];
  const server = createServer(async (request, response) => {
    posted.push(await json(request));
    response.end('ok');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { posted, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

const lastResort = () =>
  new LastResort({
    clock: systemClock,
    log: createLogger('debug', [], { write: () => undefined }),
    clientOf: () => null,
  });

const command = (url: string) => ({ command: '/abilities', user_id: 'U1', channel_id: 'C1', response_url: url });
const failed = (failure: Partial<Failure>): Failure => ({
  error: new StoreAwayError('no free connection'),
  body: {},
  context: {},
  isAcked: true,
  isAnswered: false,
  ackForm: () => Promise.reject(new Error('Nothing acks here.')),
  ...failure,
});

test.each([
  [new StoreAwayError('unreachable'), /^I can't reach my database right now, so nothing changed\./],
  [new Error('anything'), /^Something went wrong before I could begin, so nothing changed\./],
])('what failed before it began says so: %s', async (error, sentence) => {
  const { posted, url } = await openResponseUrl();
  expect(await lastResort().answer(failed({ error, body: command(url) }))).toBe(true);
  expect(posted).toEqual([
    { text: expect.stringMatching(sentence), response_type: 'ephemeral', replace_original: false },
  ]);
});

test('a person who has an answer gets no other', async () => {
  const { posted, url } = await openResponseUrl();
  expect(await lastResort().answer(failed({ isAnswered: true, body: command(url) }))).toBe(true);
  expect(posted).toEqual([]);
});

test.each([
  ['an answer', false, true],
  ['a wait notice', true, false],
])('%s through the response URL counts as one: %s', async (_, isInterim, isAnswered) => {
  const { posted, url } = await openResponseUrl();
  const log = createLogger('debug', [], { write: () => undefined });
  const client = new SlackClient((token) => new webApi.WebClient(token), 'xoxb-made-up');
  const queue = new OutboundQueue(systemClock, log);
  const metrics = new Metrics({ mode: 'http' });
  const shared = { clock: systemClock, deadlines: DEADLINES, drawn: new DrawnMessages(), queue, log, metrics };
  const outbound = new Outbound({ ...shared, client, tenantId: 'T1', account: 0 });
  const reception = { isAnswered: false };
  const origin = { ...NOWHERE, responseUrl: url };
  const place = { userId: 'U1', origin, triggerId: null, openedViewId: null, isInterim };
  await withReception(reception, () => outbound.deliver(sentenceMessage('Done.'), place));
  expect(posted).toHaveLength(1);
  expect(reception.isAnswered).toBe(isAnswered);
});

test.each([
  ['the database is away, so Slack delivers it again', new StoreAwayError('unreachable'), false],
  ['anything else, which would only fail again', new Error('anything'), true],
])('an event that nobody waits for is acked or not: %s', async (_, error, isAcked) => {
  const body = { type: 'event_callback', event: { type: 'app_home_opened', user: 'U1' } };
  expect(await lastResort().answer(failed({ isAcked: false, error, body }))).toBe(isAcked);
});

test('a response URL that fails is no answer, so the request is not acked', async () => {
  const body = command('http://127.0.0.1:1/');
  expect(await lastResort().answer(failed({ isAcked: false, body }))).toBe(false);
});

test('a form without fields is replaced by the sentence', async () => {
  const replies: unknown[] = [];
  const body = { type: 'view_submission', user: { id: 'U1' }, view: { blocks: [{ type: 'section', block_id: 'x' }] } };
  const ackForm = async (reply: unknown) => void replies.push(reply);
  expect(await lastResort().answer(failed({ isAcked: false, body, ackForm }))).toBe(true);
  expect(replies).toEqual([{ response_action: 'update', view: expect.objectContaining({ type: 'modal' }) }]);
  expect(JSON.stringify(replies)).toContain("I can't reach my database right now");
});
