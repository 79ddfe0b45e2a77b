import { expect, test } from 'vitest';
import { TurnsByKey } from '../../src/base/turns.ts';

/** A task that logs its start and waits to be released. */
function heldTask(log: string[], name: string) {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const run = async () => {
    log.push(`${name} begins`);
    await released;
    log.push(`${name} ends`);
    return name;
  };
  return { run, release };
}

test('tasks of one key run one after another, in the order they came', async () => {
  const queue = new TurnsByKey();
  const log: string[] = [];
  const [first, second, third] = [heldTask(log, 'first'), heldTask(log, 'second'), heldTask(log, 'third')];
  const results = [first, second, third].map(({ run }) => queue.run('a', run));
  third.release();
  second.release();
  first.release();
  expect(await Promise.all(results)).toEqual(['first', 'second', 'third']);
  expect(log).toEqual(['first begins', 'first ends', 'second begins', 'second ends', 'third begins', 'third ends']);
});

test('another key does not wait', async () => {
  const queue = new TurnsByKey();
  const log: string[] = [];
  const [slow, quick] = [heldTask(log, 'slow'), heldTask(log, 'quick')];
  const waiting = queue.run('a', slow.run);
  quick.release();
  expect(await queue.run('b', quick.run)).toBe('quick');
  expect(log).not.toContain('slow ends');
  slow.release();
  await waiting;
});

test('a task that fails, immediately or later, fails its own caller only', async () => {
  const queue = new TurnsByKey();
  const failing = queue.run('a', () => Promise.reject(new Error('made up')));
  const throwing = queue.run('a', () => {
    throw new Error('made up too');
  });
  const next = queue.run('a', async () => 'done');
  await expect(failing).rejects.toThrow('made up');
  await expect(throwing).rejects.toThrow('made up too');
  expect(await next).toBe('done');
});

test('a key that was emptied works again', async () => {
  const queue = new TurnsByKey();
  expect(await queue.run('a', async () => 1)).toBe(1);
  expect(await queue.run('a', async () => 2)).toBe(2);
});
