import { createServer, type Server } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { HEALTH_PATH, makeHealthHandler, serveRoutes } from '../../src/app/http-routes.ts';
import { REQUEST_LIMITS } from '../../src/app/limit-requests.ts';
import { Rejections } from '../../src/app/rejections.ts';
import { systemClock } from '../../src/base/clock.ts';
import { createLogger } from '../../src/base/logger.ts';
import { Metrics } from '../../src/metrics/metrics.ts';
import { ConnectionWatch } from '../../src/metrics/vitals.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const portOf = (server: Server) => {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return address.port;
};

const rejections = new Rejections(systemClock, createLogger('error', []), new Metrics({ mode: 'socket' }));
afterEach(() => rejections.stop());
const GRACE_MS = 60_000;

/** A health server with the test's Slack connection and clock. */
async function open() {
  let now = 0;
  const watch = new ConnectionWatch(() => now, GRACE_MS);
  const server = await serveRoutes(
    { port: 0 },
    new Map([[HEALTH_PATH, makeHealthHandler(watch, { isStopping: false })]]),
    REQUEST_LIMITS,
    rejections,
  );
  servers.push(server);
  const origin = `http://127.0.0.1:${portOf(server)}`;
  const ask = async () => {
    const answer = await fetch(`${origin}/healthz`);
    return [answer.status, await answer.json()];
  };
  return { watch, origin, ask, pass: (ms: number) => (now += ms) };
}

test('answers whether the bot hears from Slack, and nothing else', async () => {
  const { ask, origin } = await open();
  expect(await ask()).toEqual([200, { ok: true }]);
  expect((await fetch(`${origin}/`)).status).toBe(404);
});

test('a connection that is replaced in time is no trouble', async () => {
  const { ask, pass, watch } = await open();
  watch.lost();
  pass(GRACE_MS - 1);
  expect(await ask()).toEqual([200, { ok: true }]);
  watch.connected();
  pass(GRACE_MS);
  expect(await ask()).toEqual([200, { ok: true }]);
});

test('a lost connection is reported, no matter how often it is retried, until it is back', async () => {
  const { ask, pass, watch } = await open();
  watch.lost();
  pass(GRACE_MS / 2);
  watch.lost();
  pass(GRACE_MS / 2);
  expect(await ask()).toEqual([503, { ok: false }]);
  watch.connected();
  expect(await ask()).toEqual([200, { ok: true }]);
});

test('a port that is in use is reported', async () => {
  const other = createServer();
  servers.push(other);
  await new Promise<void>((resolve) => other.listen(0, resolve));
  await expect(serveRoutes({ port: portOf(other) }, new Map(), REQUEST_LIMITS, rejections)).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
});
