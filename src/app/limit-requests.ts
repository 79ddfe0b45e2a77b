import type { IncomingMessage, RequestListener, Server, ServerOptions } from 'node:http';
import { systemClock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';

/** Limits that apply before the signature check, because Bolt buffers the whole body first. */
export interface RequestLimits {
  /** Per body. */
  bodyBytes: number;
  /** Total of all bodies in flight. */
  arrivingBytes: number;
  connections: number;
  times: Required<
    Pick<ServerOptions, 'headersTimeout' | 'requestTimeout' | 'keepAliveTimeout' | 'connectionsCheckingInterval'>
  >;
}

export const REQUEST_LIMITS: RequestLimits = {
  // Far above what Slack sends.
  bodyBytes: 512 * 1024,
  // Slack's are a few kilobytes and arrive within milliseconds.
  arrivingBytes: 32 * 1024 * 1024,
  // Includes idle proxy connections.
  connections: 1000,
  // Slack waits for 3 seconds.
  times: {
    headersTimeout: 10_000,
    requestTimeout: 15_000,
    // Longer than the 60 s for which proxies commonly keep an idle connection, so that none reuses one being closed.
    keepAliveTimeout: 75_000,
    connectionsCheckingInterval: 1000,
  },
};

/** Caps the number of connections. Drops are logged at most once a minute. */
export function limitConnections(server: Server, { connections }: RequestLimits, log: Logger): void {
  server.maxConnections = connections;
  let loggedAt = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    if (systemClock.monotonic() - loggedAt < 60_000) return;
    loggedAt = systemClock.monotonic();
    log.warn({ limit: connections }, 'connection limit reached, dropping new connections');
  });
}

/**
 * Rejects a body over the limit (413) or over the total (503) before it is buffered. A body of unknown length counts
 * with the maximum; Bolt's `bodyLimit` cuts it off.
 */
export function limitBodies(listener: RequestListener, limits: RequestLimits): RequestListener {
  let arriving = 0;
  return (request, response) => {
    const bytes = announcedBytes(request, limits);
    const status = bytes > limits.bodyBytes ? 413 : arriving + bytes > limits.arrivingBytes ? 503 : null;
    if (status !== null) {
      response.writeHead(status, { connection: 'close' }).end();
      return;
    }
    let counted = bytes;
    arriving += counted;
    const release = () => {
      arriving -= counted;
      counted = 0;
    };
    request.once('close', release);
    // Answered before its body has arrived, a request is never closed when its connection ends.
    response.once('close', release);
    listener(request, response);
  };
}

function announcedBytes({ headers }: IncomingMessage, { bodyBytes }: RequestLimits): number {
  if (headers['transfer-encoding'] !== undefined) return bodyBytes;
  return Number(headers['content-length'] ?? 0);
}
