import { expect, test } from 'vitest';
import { hold } from '../../packages/local-slack/test/hold.ts';
import { InFlight } from '../../src/app/bolt.ts';

test('draining waits for all that runs', async () => {
  const inFlight = new InFlight();
  const [first, second] = [hold(), hold()];
  const ended: string[] = [];
  const running = [
    inFlight.run(() => first.until.then(() => ended.push('first'))),
    inFlight.run(() => second.until.then(() => ended.push('second'))),
  ];
  const drained = inFlight.drain(60_000).then((everything) => ended.push(`drained ${everything}`));
  second.letGo();
  first.letGo();
  await Promise.all([...running, drained]);
  expect(ended.at(-1)).toBe('drained true');
  expect(ended).toHaveLength(3);
});

test('work that fails has ended too, and its error goes to who started it', async () => {
  const inFlight = new InFlight();
  const failing = inFlight.run(() => Promise.reject(new Error('made up')));
  await expect(failing).rejects.toThrow('made up');
  expect(await inFlight.drain(60_000)).toBe(true);
});

test('draining gives up after its time and says so', async () => {
  const inFlight = new InFlight();
  const { until, letGo } = hold();
  const running = inFlight.run(() => until);
  expect(await inFlight.drain(1)).toBe(false);
  letGo();
  await running;
  expect(await inFlight.drain(60_000)).toBe(true);
});
