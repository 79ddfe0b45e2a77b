import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { webApi } from '@slack/bolt';
import { afterEach, describe, expect, test } from 'vitest';
import { type Clock, systemClock } from '../../src/base/clock.ts';
import { createLogger } from '../../src/base/logger.ts';
import { DEADLINES } from '../../src/core/deadlines.ts';
import { Metrics } from '../../src/metrics/metrics.ts';
import { sentenceMessage } from '../../src/slack/blocks/sentences.ts';
import { ProgressEdits } from '../../src/slack/features/upload/progress.ts';
import { SlackClient } from '../../src/slack/outbound/client.ts';
import { Outbound } from '../../src/slack/outbound/outbound.ts';
import { DrawnMessages } from '../../src/slack/outbound/pressed-messages.ts';
import { OutboundQueue } from '../../src/slack/outbound/queue.ts';
import { HandClock, withoutWaits } from '../hand-clock.ts';
import { closeServers, listen } from './hostile-server.ts';

afterEach(closeServers);

/** On which the pause between two edits doesn't end. */
const held = new HandClock();
/** On which everything that waits is sent in turn. */
const running = withoutWaits(systemClock.now);

function withResolver(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

interface Edit {
  /** `1: reading` for message 1. */
  line: string;
  answer: (error?: string) => void;
}

/** A Slack that responds to every edit immediately, unless `holds` returns true. */
async function openEdits(clock: Clock, holds: (line: string) => boolean = () => false) {
  const arrived: Edit[] = [];
  const waiting: { line: string; resolve: (edit: Edit) => void }[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const form = new URLSearchParams(await readText(request));
    const line = `${form.get('ts')}: ${form.get('text')}`;
    const answer = (error?: string) =>
      void response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify(error ? { ok: false, error } : { ok: true }));
    const edit = { line, answer };
    arrived.push(edit);
    if (!holds(line)) answer(line.includes('refused') ? 'message_not_found' : undefined);
    for (const one of waiting.filter((candidate) => candidate.line === line)) one.resolve(edit);
  };
  const { origin } = await listen((request, response) => void take(request, response));
  const client = new webApi.WebClient('xoxb-local-made-up', {
    slackApiUrl: `${origin}/`,
    retryConfig: { retries: 0 },
    logLevel: webApi.LogLevel.ERROR,
  });
  const lines: string[] = [];
  const log = createLogger('debug', [], { write: (entry: string) => void lines.push(entry) });
  const outbound = new Outbound({
    drawn: new DrawnMessages(),
    client: new SlackClient(() => client, 'xoxb-made-up'),
    queue: new OutboundQueue(systemClock, log),
    clock: systemClock,
    deadlines: DEADLINES,
    account: 0,
    tenantId: 'T0LOCAL',
    log,
    metrics: new Metrics({ mode: 'socket' }),
  });
  const edits = new ProgressEdits({ clock, log, outbound });
  const sent: string[] = [];
  return {
    edits,
    log: lines,
    show: (id: string, text: string) =>
      edits.show(id, sentenceMessage(text), async () => {
        sent.push(`${id}: ${text}`);
        return { channel: `C0${id}`, ts: id };
      }),
    /** In the order of sending; requests of different messages may overtake each other on the network. */
    sent,
    /** A decision or a result, which bypasses the progress edits. */
    tell: (id: string, text: string) => outbound.edit({ channel: `C0${id}`, ts: id }, sentenceMessage(text)),
    lines: () => arrived.map(({ line }) => line),
    arrival: (line: string): Promise<Edit> => {
      const there = arrived.find((edit) => edit.line === line);
      return there ? Promise.resolve(there) : new Promise((resolve) => waiting.push({ line, resolve }));
    },
  };
}

test('of one message only the latest step is sent, after the first', async () => {
  const { arrival, sent, show } = await openEdits(running);
  show('1', 'reading 0 %');
  show('1', 'reading 40 %');
  show('1', 'checking');
  await arrival('1: checking');
  expect(sent).toEqual(['1: reading 0 %', '1: checking']);
});

test('the next edit of any message waits for the pause', async () => {
  const { arrival, lines, show, tell } = await openEdits(held);
  show('1', 'reading');
  show('2', 'reading');
  await arrival('1: reading');
  await tell('3', 'said past the edits');
  expect(lines()).toEqual(['1: reading', '3: said past the edits']);
});

test('those that have waited longest are sent first, also when they say something new', async () => {
  const { arrival, sent, show } = await openEdits(running);
  show('1', 'reading');
  show('2', 'reading');
  show('3', 'reading');
  show('2', 'checking');
  await arrival('3: reading');
  expect(sent).toEqual(['1: reading', '2: checking', '3: reading']);
});

test('text that is already shown is not sent again, and cancels the edit waiting after it', async () => {
  const { arrival, sent, show } = await openEdits(running);
  show('1', 'reading');
  show('1', 'checking');
  show('1', 'reading');
  show('2', 'reading');
  await arrival('2: reading');
  expect(sent).toEqual(['1: reading', '2: reading']);
});

test('an edit that was outdated when its turn came is sent when the upload comes back to that state', async () => {
  const { arrival, edits, show } = await openEdits(running);
  let isAsked = () => {};
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  edits.show('1', sentenceMessage('waiting'), async () => {
    isAsked();
    return null;
  });
  await asked;
  show('2', 'reading');
  await arrival('2: reading');
  show('1', 'waiting');
  await arrival('1: waiting');
});

test('an edit that turns out to be outdated is sent for the later state that looks the same', async () => {
  const { arrival, edits, show } = await openEdits(running);
  const { promise: asked, resolve: ask } = withResolver();
  const { promise: known, resolve: know } = withResolver();
  edits.show('1', sentenceMessage('reading'), async () => {
    ask();
    await known;
    return null;
  });
  await asked;
  show('1', 'reading');
  know();
  await arrival('1: reading');
});

test('an edit that turns out to be outdated does not bring back what looked the same before a later one', async () => {
  const { arrival, edits, sent, show } = await openEdits(running);
  const { promise: asked, resolve: ask } = withResolver();
  const { promise: known, resolve: know } = withResolver();
  edits.show('1', sentenceMessage('reading'), async () => {
    ask();
    await known;
    return null;
  });
  await asked;
  show('1', 'reading');
  show('1', 'checking');
  await arrival('1: checking');
  know();
  show('1', 'sending');
  await arrival('1: sending');
  expect(sent).toEqual(['1: checking', '1: sending']);
});

test('edits of one message never overtake each other, and of those that wait only the latest is sent', async () => {
  const { arrival, lines, sent, show } = await openEdits(running, (line) => line === '1: reading');
  show('1', 'reading');
  const first = await arrival('1: reading');
  show('1', 'checking');
  show('2', 'reading');
  await arrival('2: reading');
  show('1', 'sending');
  show('2', 'checking');
  await arrival('2: checking');
  expect(sent).toEqual(['1: reading', '1: checking', '2: reading', '1: sending', '2: checking']);
  expect(lines()).toEqual(['1: reading', '2: reading', '2: checking']);
  first.answer();
  await arrival('1: sending');
  expect(lines()).not.toContain('1: checking');
});

describe('settling a message', () => {
  test('an edit that is under way ends before what is sent next', async () => {
    const { arrival, edits, lines, show, tell } = await openEdits(held, (line) => line === '1: sending');
    show('1', 'sending');
    const under = await arrival('1: sending');
    edits.settle('1');
    const told = tell('1', 'uploaded');
    await tell('2', 'asked');
    expect(lines()).toEqual(['1: sending', '2: asked']);
    under.answer();
    await told;
    expect(lines()).toEqual(['1: sending', '2: asked', '1: uploaded']);
  });

  test('an edit whose place was being looked for is not sent any more', async () => {
    const { edits, lines, tell } = await openEdits(held);
    const { promise, resolve } = withResolver();
    edits.show('1', sentenceMessage('sending'), async () => {
      await promise;
      return { channel: 'C01', ts: '1' };
    });
    edits.settle('1');
    resolve();
    // By the time this resolves, the place has been found.
    await tell('2', 'asked');
    await tell('1', 'uploaded');
    expect(lines()).toEqual(['2: asked', '1: uploaded']);
  });

  test('leaves out what waits for it, and nothing of others', async () => {
    const { arrival, edits, lines, sent, show, tell } = await openEdits(running);
    show('1', 'sending');
    show('1', 'confirming');
    show('2', 'reading');
    edits.settle('1');
    await tell('1', 'uploaded');
    await arrival('2: reading');
    expect(sent).toEqual(['1: sending', '2: reading']);
    expect(lines().filter((line) => line.startsWith('1'))).toEqual(['1: uploaded']);
  });

  test('forgets what it showed: the same step after a decision is sent again', async () => {
    const { arrival, edits, sent, show } = await openEdits(running);
    show('1', 'reading');
    edits.settle('1');
    show('1', 'reading');
    show('2', 'reading');
    await arrival('2: reading');
    expect(sent).toEqual(['1: reading', '1: reading', '2: reading']);
  });
});

describe('a step that cannot be shown is left out, and the next one is shown', () => {
  test('when Slack refuses it', async () => {
    const { arrival, edits, log, show } = await openEdits(running);
    show('1', 'refused');
    show('2', 'reading');
    await arrival('2: reading');
    edits.settle('1');
    show('1', 'checking');
    await arrival('1: checking');
    expect(log.join('')).toContain('message_not_found');
  });

  test('when its place cannot be found', async () => {
    const { arrival, edits, log, show } = await openEdits(running);
    edits.show('1', sentenceMessage('reading'), () => Promise.reject(new Error('the store is away')));
    show('2', 'reading');
    await arrival('2: reading');
    edits.settle('1');
    expect(log.join('')).toContain('the store is away');
  });
});

test('the place is asked for only when something is sent', async () => {
  const { arrival, edits, show } = await openEdits(running);
  let asked = 0;
  const findPlace = async () => {
    asked += 1;
    return { channel: 'C0OPS', ts: '1' };
  };
  show('2', 'reading');
  for (const step of ['reading', 'checking', 'sending']) edits.show('1', sentenceMessage(step), findPlace);
  await arrival('1: sending');
  expect(asked).toBe(1);
});
