import { expect, test } from 'vitest';
import { Metrics } from '../../src/metrics/metrics.ts';
import type { ConnectionCounts } from '../../src/store/lend-connections.ts';
import { PATIENT } from '../patient.ts';
import { type Numbers, readNumbers } from './read-numbers.ts';

const read = async (metrics: Metrics): Promise<Numbers> => readNumbers((await metrics.scrape()).text);

test('two bots of a process are counted apart, and share what is known of the process', async () => {
  const [one, other] = [new Metrics({ mode: 'http' }), new Metrics({ mode: 'http' })];
  one.requested('command');
  const of = 'abilities_slack_requests_total{kind="command"}';
  expect([(await read(one)).of(of), (await read(other)).of(of)]).toEqual([1, 0]);
  for (const metrics of [one, other]) {
    expect((await read(metrics)).of('process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
    expect((await read(metrics)).of('nodejs_eventloop_lag_p99_seconds')).not.toBe(null);
  }
});

test('milliseconds are shown as seconds', async () => {
  const metrics = new Metrics({ mode: 'http' });
  metrics.acked('click', 40);
  const numbers = await read(metrics);
  expect(numbers.of('abilities_ack_seconds_sum{kind="click"}')).toBe(0.04);
  expect(numbers.of('abilities_ack_seconds_bucket{le="0.05",kind="click"}')).toBe(1);
  expect(numbers.of('abilities_ack_seconds_bucket{le="0.025",kind="click"}')).toBe(0);
});

test('what is no word of a fixed set never becomes a label', async () => {
  const metrics = new Metrics({ mode: 'http' });
  const foreign = 'Weather of T0LOCAL';
  metrics.operated(foreign, 'done', 1);
  metrics.operated('List', 'done', 1);
  metrics.operated(null, 'refused', 1);
  metrics.slackCalled(`https://files.slack.com/upload/v1/${foreign}`, 'ok', 1);
  metrics.slackLimited('upload/v1/F0MADEUP');
  metrics.uploadEnded('asking');
  const numbers = await read(metrics);
  expect(numbers.lines('abilities_operations_total')).toEqual([
    'abilities_operations_total{verb="other",outcome="done"}',
    'abilities_operations_total{verb="none",outcome="refused"}',
  ]);
  expect(numbers.lines('abilities_slack_calls_total')).toEqual([
    'abilities_slack_calls_total{method="other",outcome="ok"}',
  ]);
  expect(numbers.lines('abilities_rate_limits_total')).toEqual([
    'abilities_rate_limits_total{by="slack",call="other"}',
  ]);
  expect(numbers.lines('abilities_upload_ends_total')).toEqual(
    ['done', 'refused', 'failed', 'cancelled'].map((end) => `abilities_upload_ends_total{end="${end}"}`),
  );
  expect(numbers.text).not.toMatch(/Weather|T0LOCAL|F0MADEUP/);
});

test('a service that asks to slow down, and one that says nothing', async () => {
  const metrics = new Metrics({ mode: 'http' });
  const call = { endpoint: 'list Agents', method: 'GET', path: '/x/7/', durationMs: 1, attempt: 1 } as const;
  metrics.serviceCalled({ ...call, status: 429, outcome: 'rate-limited' });
  metrics.serviceCalled({ ...call, status: null, outcome: 'unavailable' });
  const numbers = await read(metrics);
  expect(numbers.lines('abilities_service_calls_total')).toEqual([
    'abilities_service_calls_total{endpoint="list Agents",method="GET",status="4xx"}',
    'abilities_service_calls_total{endpoint="list Agents",method="GET",status="none"}',
  ]);
  expect(numbers.of('abilities_rate_limits_total{by="service",call="list Agents"}')).toBe(1);
  expect(numbers.of('abilities_service_away')).toBe(1);
});

test('a store that does not answer is said to, and nothing old is shown in its place', async () => {
  const metrics = new Metrics({ mode: 'socket' });
  let isThere = true;
  metrics.watch({
    storeConnections: () => null,
    withinMs: PATIENT.scrape,
    checkStore: async () => {
      if (!isThere) throw new Error('away');
      return { refusesWrites: null };
    },
    countUploads: async () => {
      if (!isThere) throw new Error('away');
      return { byState: new Map([['asking', 3]]), waiting: 2 };
    },
    watchBehindMs: async () => {
      if (!isThere) throw new Error('away');
      return 7500;
    },
    uploadsAtWork: () => 1,
    requestsInFlight: () => 4,
    slackQueue: () => ({ answer: 5 }),
  });
  const shown = async () => {
    const numbers = await read(metrics);
    const names = [
      'store_up',
      'store_writable',
      'uploads{state="asking"}',
      'uploads_waiting',
      'watch_behind_seconds',
      'uploads_at_work',
      'requests_in_flight',
      'slack_queue_waiting{priority="answer"}',
    ];
    return names.map((name) => numbers.of(`abilities_${name}`));
  };
  expect(await shown()).toEqual([1, 1, 3, 2, 7.5, 1, 4, 5]);
  isThere = false;
  expect(await shown()).toEqual([0, null, null, null, null, 1, 4, 5]);
});

test('the connections to the store are shown where there are some', async () => {
  const metrics = new Metrics({ mode: 'http' });
  let counts: ConnectionCounts | null = { open: 7, idle: 3, waiting: 5, limit: 12, problem: null };
  const sources = { uploadsAtWork: () => 0, requestsInFlight: () => 0, slackQueue: () => ({}) };
  const countUploads = async () => ({ byState: new Map(), waiting: 0 });
  metrics.watch({
    ...sources,
    countUploads,
    checkStore: async () => ({ refusesWrites: null }),
    watchBehindMs: async () => 0,
    withinMs: PATIENT.scrape,
    storeConnections: () => counts,
  });
  const shown = async () => {
    const numbers = await read(metrics);
    const names = ['connections{state="in-use"}', 'connections{state="idle"}', 'connections_limit', 'waiting'];
    return names.map((name) => numbers.of(`abilities_store_${name}`));
  };
  expect(await shown()).toEqual([4, 3, 12, 5]);
  counts = null;
  expect((await shown()).slice(2)).toEqual([null, null]);
});

test('the socket is shown where there is one', async () => {
  const socket = new Metrics({ mode: 'socket' });
  expect((await read(socket)).of('abilities_slack_connected')).toBe(0);
  socket.vitals.connection.connected();
  expect((await read(socket)).of('abilities_slack_connected')).toBe(1);
  expect((await read(new Metrics({ mode: 'http' }))).of('abilities_slack_connected')).toBe(null);
});
