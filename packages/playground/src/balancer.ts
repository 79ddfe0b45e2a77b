import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

/** Slack waits for three seconds. */
const TRY_MS = 2000;
const AGAIN_MS = 50;
/** Interval of the health checks. */
const ASK_MS = 100;

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/**
 * A load balancer in front of several bots over HTTP. Each request goes to the next bot that is healthy on /healthz,
 * and to another if that one refuses the connection. A request that was sent is never sent again: the answer is then
 * 502, as with common proxies.
 * @param portsOf the ports of the running bots.
 * @param onForward called before each attempt to forward a request.
 */
export async function startBalancer(
  portsOf: () => readonly number[],
  onForward: (port: number, body: Buffer) => void = () => undefined,
) {
  let turn = 0;
  const unwell = new Set<number>();
  const closed = new AbortController();
  const asking = askHealth(portsOf, unwell, closed.signal);
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const body = await buffer(incoming);
    const deadline = Date.now() + TRY_MS;
    for (;;) {
      const ports = portsOf().filter((port) => !unwell.has(port));
      turn += 1;
      const port = ports[turn % ports.length];
      if (port !== undefined) onForward(port, body);
      const answered = port === undefined ? 'no connection' : await forward(port, incoming, body);
      if (answered === 'no connection' && Date.now() < deadline) {
        await wait(AGAIN_MS);
        continue;
      }
      if (typeof answered === 'string') return void outgoing.writeHead(502).end(answered);
      return void outgoing.writeHead(answered.status, answered.headers).end(answered.body);
    }
  };
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The balancer has no port.');
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    close: async () => {
      closed.abort();
      await asking;
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Updates `unwell` until `signal`. */
async function askHealth(portsOf: () => readonly number[], unwell: Set<number>, signal: AbortSignal) {
  while (!signal.aborted) {
    for (const port of portsOf()) {
      const isWell = await fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isWell) unwell.delete(port);
      else unwell.add(port);
    }
    await wait(ASK_MS);
  }
}

function forward(port: number, { headers, method, url }: IncomingMessage, body: Buffer) {
  return new Promise<Answer | 'no connection' | 'cut'>((resolve) => {
    const sent = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false }, (response) => {
      buffer(response).then(
        (bytes) => resolve({ status: response.statusCode ?? 502, headers: response.headers, body: bytes }),
        () => resolve('cut'),
      );
    });
    sent.once('error', (error) => resolve('code' in error && error.code === 'ECONNREFUSED' ? 'no connection' : 'cut'));
    sent.end(body);
  });
}
