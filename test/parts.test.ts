import { pino } from 'pino';
import { expect, test } from 'vitest';
import { type Part, Parts, running } from '../src/app/parts.ts';

function open() {
  const done: string[] = [];
  const part = (name: string, failsTo?: 'start' | 'stop'): Part => {
    const note = (what: 'start' | 'stop') => () => {
      done.push(`${what} ${name}`);
      if (failsTo === what) throw new Error('made up');
    };
    return { name, start: note('start'), stop: note('stop') };
  };
  return { done, part, parts: new Parts(pino({ level: 'silent' })) };
}

test('parts stop in the reverse order, once, even if one of them fails to', async () => {
  const { done, part, parts } = open();
  for (const one of [part('store'), part('server', 'stop'), part('jobs')]) await parts.start(one);
  await parts.stop();
  await parts.stop();
  expect(done).toEqual(['start store', 'start server', 'start jobs', 'stop jobs', 'stop server', 'stop store']);
});

test('a part that fails to start is stopped too, since it may have opened something', async () => {
  const { done, part, parts } = open();
  await parts.start(part('store'));
  await expect(parts.start(part('server', 'start'))).rejects.toThrow('made up');
  await parts.stop();
  expect(done).toEqual(['start store', 'start server', 'stop server', 'stop store']);
});

test('a job ends with the function that its start returned, and one that never started has none', async () => {
  const { done, parts } = open();
  await parts.start(running('one', () => () => void done.push('ended')));
  await expect(parts.start(running('other', () => Promise.reject(new Error('made up'))))).rejects.toThrow('made up');
  await parts.stop();
  expect(done).toEqual(['ended']);
});
