import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Rejections } from './rejections.ts';

/** Limits that apply before signatures are checked. */
export interface RequestLimits {
  /** For each body. */
  bodyBytes: number;
  /** For the received bytes of all incomplete bodies together. */
  arrivingBytes: number;
  connections: number;
  times: Required<
    Pick<ServerOptions, 'headersTimeout' | 'requestTimeout' | 'keepAliveTimeout' | 'connectionsCheckingInterval'>
  >;
}

export const REQUEST_LIMITS: RequestLimits = {
  // Far more than Slack sends.
  bodyBytes: 512 * 1024,
  // Slack's bodies have a few kilobytes and arrive within milliseconds.
  arrivingBytes: 16 * 1024 * 1024,
  // Includes idle proxy connections.
  connections: 1000,
  // Slack waits for 3 seconds.
  times: {
    headersTimeout: 10_000,
    requestTimeout: 15_000,
    // Proxies commonly keep an idle connection for 60 seconds. This is longer, so that they never reuse a connection
    // that is being closed.
    keepAliveTimeout: 75_000,
    connectionsCheckingInterval: 1000,
  },
};

/**
 * Limits the number of connections. A new connection replaces the one that has gone longest without a complete request,
 * because Slack sends its requests immediately.
 */
export function limitConnections(server: Server, { connections }: RequestLimits, rejections: Rejections): void {
  /** Connections without a complete request, longest first. */
  const waiting = new Set<Socket>();
  let open = 0;
  server.on('connection', (socket: Socket) => {
    open += 1;
    waiting.add(socket);
    socket.once('close', () => {
      open -= 1;
      waiting.delete(socket);
    });
    if (open <= connections) return;
    const [longest = socket] = waiting;
    longest.destroy();
    rejections.add('too-many-connections', { limit: connections });
  });
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { headers, socket } = request;
    const isComplete = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
    if (isComplete) waiting.delete(socket);
    else request.once('end', () => waiting.delete(socket));
    response.once('close', () => {
      waiting.delete(socket);
      if (!socket.destroyed) waiting.add(socket);
    });
  });
}
