import { AsyncLocalStorage } from 'node:async_hooks';
import { webApi } from '@slack/bolt';
import { expect, test } from 'vitest';
import { createLogger } from '../../../src/base/logger.ts';
import {
  LONGEST_WAIT_MS,
  NotSentError,
  OutboundQueue,
  PRIORITIES,
  type Priority,
  turnsOf,
} from '../../../src/slack/outbound/queue.ts';
import { HandClock } from '../../hand-clock.ts';

const turns = turnsOf('T0LOCAL');
const limited = (seconds: number) => new webApi.WebAPIRateLimitedError(seconds);

function open() {
  const clock = new HandClock();
  const log: string[] = [];
  const queue = new OutboundQueue(clock, createLogger('debug', [], { write: (line: string) => void log.push(line) }));
  const sent: string[] = [];
  /** Slack's responses to the next calls of a method, in turn; later calls succeed. */
  const answers = new Map<string, (Error | Promise<unknown>)[]>();
  const call = (name: string) => async () => {
    sent.push(name);
    const answer = answers.get(name)?.shift();
    if (answer instanceof Error) throw answer;
    await answer;
    return name;
  };
  return {
    clock,
    log,
    queue,
    sent,
    answers: (name: string, ...all: (Error | Promise<unknown>)[]) => void answers.set(name, all),
    post: (channel: string, name: string, priority: Priority = 'answer') =>
      queue.send(turns.post(channel, priority), call(name)),
    edit: (channel: string, ts: string, name: string, priority: Priority = 'answer') =>
      queue.sendLatest(turns.edit(channel, priority), ts, call(name)),
    /** Resolves when the calls in progress have ended. */
    settled: async () => {
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    },
  };
}

/** A call in progress that the test ends. */
function held(): { promise: Promise<void>; end: () => void } {
  let end = () => {};
  const promise = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { promise, end };
}

test('in a channel one thing at a time, in the order in which it came; other channels do not wait', async () => {
  const { answers, post, queue, sent, settled } = open();
  const first = held();
  answers('one', first.promise);
  const all = [post('C1', 'one'), post('C1', 'two'), post('C1', 'three'), post('C2', 'elsewhere')];
  await settled();
  expect(sent).toEqual(['one', 'elsewhere']);
  expect(queue.waiting()).toEqual({ answer: 2, announcement: 0, progress: 0 });
  first.end();
  expect(await Promise.all(all)).toEqual(['one', 'two', 'three', 'elsewhere']);
  expect(sent).toEqual(['one', 'elsewhere', 'two', 'three']);
});

test('what somebody waits for goes first, then what others are told, then progress', async () => {
  const { answers, post, sent } = open();
  const first = held();
  answers('first', first.promise);
  const all = [post('C1', 'first')];
  for (const priority of PRIORITIES.toReversed()) {
    all.push(post('C1', `${priority} 1`, priority), post('C1', `${priority} 2`, priority));
  }
  first.end();
  await Promise.all(all);
  const inTurn = PRIORITIES.flatMap((priority) => [`${priority} 1`, `${priority} 2`]);
  expect(sent).toEqual(['first', ...inTurn]);
});

test('a post that has to wait keeps its place; other channels, and edits in its own, go on', async () => {
  const { answers, clock, edit, post, sent, settled } = open();
  answers('one', limited(20));
  const waiting = [post('C1', 'one'), post('C1', 'two')];
  await settled();
  await Promise.all([post('C2', 'elsewhere'), edit('C1', '1', 'edited')]);
  expect(sent).toEqual(['one', 'elsewhere', 'edited']);
  clock.move(19_999);
  await settled();
  expect(sent).toHaveLength(3);
  clock.move(1);
  await Promise.all(waiting);
  expect(sent).toEqual(['one', 'elsewhere', 'edited', 'one', 'two']);
});

test('edits that have to wait, wait in every channel of the workspace, and in no other workspace', async () => {
  const { answers, clock, edit, queue, sent, settled } = open();
  answers('one', limited(20));
  const waiting = [edit('C1', '1', 'one'), edit('C2', '2', 'two')];
  await waiting[1];
  waiting.push(edit('C2', '2', 'three'));
  await queue.sendLatest(turnsOf('T0OTHER').edit('C1', 'answer'), '1', async () => sent.push('other'));
  await settled();
  expect(sent).toEqual(['one', 'two', 'other']);
  clock.move(20_000);
  await Promise.all(waiting);
  expect(sent).toEqual(['one', 'two', 'other', 'one', 'three']);
});

test('of the edits of a message that wait only the latest is sent, and all learn of it', async () => {
  const { answers, clock, edit, sent, settled } = open();
  answers('reading', limited(20));
  const steps = [edit('C1', '1', 'reading', 'progress')];
  await settled();
  steps.push(edit('C1', '1', 'checking', 'progress'), edit('C1', '2', 'another', 'progress'));
  const end = edit('C1', '1', 'uploaded');
  clock.move(20_000);
  expect(await end).toBe(true);
  expect(await Promise.all(steps)).toEqual([false, false, true]);
  expect(sent).toEqual(['reading', 'uploaded', 'another']);
});

test('an edit that has to wait while a later one is already waiting does not come after it', async () => {
  const { answers, clock, edit, sent, settled } = open();
  const under = held();
  answers(
    'reading',
    under.promise.then(() => Promise.reject(limited(5))),
  );
  const step = edit('C1', '1', 'reading', 'progress');
  await settled();
  const end = edit('C1', '1', 'uploaded');
  under.end();
  await settled();
  clock.move(5000);
  expect(await Promise.all([step, end])).toEqual([false, true]);
  expect(sent).toEqual(['reading', 'uploaded']);
});

test('who is replaced learns of the error, too', async () => {
  const { answers, edit } = open();
  const under = held();
  answers('first', under.promise);
  answers('newer', new Error('message_not_found'));
  const all = [edit('C1', '1', 'first'), edit('C1', '1', 'older'), edit('C1', '1', 'newer')];
  under.end();
  const ends = await Promise.allSettled(all);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
});

test('what was refused is not sent again, and holds up nothing', async () => {
  const { answers, post, sent } = open();
  answers('one', new Error('channel_not_found'));
  const [one, two] = await Promise.allSettled([post('C1', 'one'), post('C1', 'two')]);
  expect(one).toMatchObject({ status: 'rejected', reason: { message: 'channel_not_found' } });
  expect(two).toMatchObject({ status: 'fulfilled' });
  expect(sent).toEqual(['one', 'two']);
});

test.each(PRIORITIES)('%s: a request that Slack defers beyond the longest wait fails immediately', async (priority) => {
  const { answers, clock, log, post, sent } = open();
  const seconds = LONGEST_WAIT_MS[priority] / 1000 + 1;
  answers('one', limited(seconds));
  await expect(post('C1', 'one', priority)).rejects.toThrow(NotSentError);
  await expect(post('C1', 'two', priority)).rejects.toThrow('would have been queued too long');
  expect(sent).toEqual(['one']);
  expect(log.filter((line) => line.includes('not sent to Slack'))).toHaveLength(2);
  clock.move(seconds * 1000);
  await post('C1', 'three', priority);
});

test('what waits behind something slow fails after the longest wait', async () => {
  const { answers, clock, post, settled } = open();
  const slow = held();
  answers('slow', slow.promise);
  const first = post('C1', 'slow');
  const second = post('C1', 'two');
  clock.move(LONGEST_WAIT_MS.answer - 1);
  await settled();
  const failed = expect(second).rejects.toThrow(NotSentError);
  clock.move(1);
  await failed;
  slow.end();
  await first;
});

test('told to wait again and again, it ends all the same', async () => {
  const { answers, clock, post, sent, settled } = open();
  answers('one', ...Array.from({ length: 50 }, () => limited(7)));
  const failed = expect(post('C1', 'one')).rejects.toThrow(NotSentError);
  for (let turn = 0; turn < 10; turn += 1) {
    await settled();
    clock.move(7000);
  }
  await failed;
  expect(sent.length).toBeLessThanOrEqual(5);
});

test('a stop drops what waits, and sends what need not wait', async () => {
  const { answers, post, queue } = open();
  answers('one', limited(20));
  const waiting = [post('C1', 'one'), post('C1', 'two')];
  const failed = waiting.map((one) => expect(one).rejects.toThrow('shutting down'));
  await post('C2', 'elsewhere');
  queue.stopWaiting();
  await Promise.all(failed);
  await expect(post('C1', 'three')).rejects.toThrow('shutting down');
  expect(await post('C2', 'last')).toBe('last');
});

test('a channel in which nothing waits is forgotten', async () => {
  const { answers, clock, post, queue, settled } = open();
  answers('one', limited(5));
  const all = Array.from({ length: 30 }, (_, index) => post(`C${index}`, index === 0 ? 'one' : 'any'));
  expect(queue.size).toBe(30);
  await settled();
  expect(queue.size).toBe(1);
  clock.move(5000);
  await Promise.all(all);
  await settled();
  expect(queue.size).toBe(0);
});

test('what is sent later is still part of the request that asked for it', async () => {
  const { answers, clock, queue, settled } = open();
  const request = new AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  answers('one', limited(5));
  let tries = 0;
  const send = (id: string) =>
    request.run(id, () =>
      queue.send(turns.post('C1', 'answer'), async () => {
        seen.push(request.getStore());
        tries += 1;
        if (tries === 1) throw limited(5);
      }),
    );
  const all = [send('first'), send('second')];
  await settled();
  request.run('another', () => clock.move(5000));
  await Promise.all(all);
  expect(seen).toEqual(['first', 'first', 'second']);
});

test('a limit that another process has run into holds here too, as long as it lasts', async () => {
  const { clock, post, queue, sent, settled } = open();
  queue.hold(turns.post('C1', 'answer').limit, 20_000);
  const held = post('C1', 'one');
  await post('C2', 'elsewhere');
  clock.move(19_999);
  await settled();
  expect(sent).toEqual(['elsewhere']);
  clock.move(1);
  await held;
  expect(sent).toEqual(['elsewhere', 'one']);
});

test('a limit of Slack is passed on once, and one that was heard is not', async () => {
  const { answers, clock, post, queue, settled } = open();
  const limits: unknown[] = [];
  queue.onLimited((limit, ms) => void limits.push([limit, ms]));
  queue.hold(turns.post('C2', 'answer').limit, 1000);
  answers('one', limited(20));
  const all = [post('C1', 'one'), post('C2', 'two')];
  await settled();
  clock.move(20_000);
  await Promise.all(all);
  expect(limits).toEqual([['T0LOCAL chat.postMessage C1', 20_000]]);
});
