import { createServer, type Server } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { startHealthServer } from '../../src/slack/health.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const portOf = (server: Server) => {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return address.port;
};

test('answers whether the process lives, and nothing else', async () => {
  const server = await startHealthServer(0);
  servers.push(server);
  const origin = `http://127.0.0.1:${portOf(server)}`;
  const alive = await fetch(`${origin}/healthz`);
  expect([alive.status, await alive.json()]).toEqual([200, { ok: true }]);
  expect((await fetch(`${origin}/`)).status).toBe(404);
});

test('a port that is taken is told', async () => {
  const other = createServer();
  servers.push(other);
  await new Promise<void>((resolve) => other.listen(0, resolve));
  await expect(startHealthServer(portOf(other))).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
