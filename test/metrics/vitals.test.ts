import { expect, test } from 'vitest';
import { Vitals } from '../../src/metrics/vitals.ts';

/** Vitals with the test's clock. */
function open(mode: 'socket' | 'http' = 'socket') {
  let now = 0;
  const vitals = new Vitals({ mode, now: () => now });
  const pass = (ms: number) => {
    now += ms;
  };
  return { vitals, pass };
}

test('nothing was seen yet', () => {
  expect(open().vitals.read()).toEqual({
    mode: 'socket',
    lastEventAge: null,
    connection: { isConnected: false, age: null, counts: null },
    service: { isAway: false, age: null, outcome: null },
  });
  expect(open('http').vitals.read()).toMatchObject({ mode: 'http', connection: null });
});

test('ages are whole seconds', () => {
  const { pass, vitals } = open();
  vitals.received();
  pass(1999);
  expect(vitals.read().lastEventAge).toBe(1);
});

test('the socket: connected, disconnected since the first report of it, and connected again', () => {
  const { pass, vitals } = open();
  const { connection } = vitals;
  connection.connected();
  pass(5000);
  expect(vitals.read().connection).toMatchObject({ isConnected: true, age: 5 });
  connection.lost();
  pass(2000);
  connection.lost();
  pass(1000);
  expect(vitals.read().connection).toMatchObject({ isConnected: false, age: 3 });
  connection.connected();
  expect(vitals.read().connection).toMatchObject({ isConnected: true, age: 0 });
});

test.each([
  ['ok', false],
  ['unavailable', true],
  ['unreadable-answer', true],
  ['misconfigured-base-url', true],
  ['unauthorized', false],
  ['rate-limited', false],
  ['not-found', false],
] as const)('a service whose latest answer was %s: away is %s', (outcome, isAway) => {
  const { vitals } = open();
  vitals.service.called({ endpoint: 'list Abilities', outcome });
  expect(vitals.read().service).toEqual({ isAway, age: 0, outcome });
});

test('a service is back with the first call that finds it', () => {
  const { vitals } = open();
  vitals.service.called({ endpoint: 'list Agents', outcome: 'unavailable' });
  vitals.service.called({ endpoint: 'list Agents', outcome: 'ok' });
  expect(vitals.read().service.isAway).toBe(false);
});

test('a service that nobody calls any more is not away for good', () => {
  const { pass, vitals } = open();
  vitals.service.called({ endpoint: 'list Agents', outcome: 'unavailable' });
  pass(59_999);
  expect(vitals.read().service.isAway).toBe(true);
  pass(1);
  expect(vitals.read().service).toEqual({ isAway: false, age: 60, outcome: 'unavailable' });
});

test('a route that a service may lack says nothing about it', () => {
  const { vitals } = open();
  vitals.service.called({ endpoint: 'download package', outcome: 'unreadable-answer' });
  expect(vitals.read().service).toEqual({ isAway: false, age: null, outcome: null });
});
