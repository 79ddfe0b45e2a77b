import type { IncomingMessage, RequestListener, Server, ServerOptions } from 'node:http';
import type { Logger } from '../../logger.ts';

/** The largest body that is read: far above what Slack sends. Bolt keeps a body in memory until it can check its signature. */
const MAX_BODY_BYTES = 512 * 1024;

/** All bodies that arrive at the same time. Slack's are some kilobytes each and there within milliseconds. */
const MAX_ARRIVING_BYTES = 32 * 1024 * 1024;

/** Idle ones of a proxy included. */
const MAX_CONNECTIONS = 1000;

/** How long a sender may take, in milliseconds: Slack waits for 3 seconds. */
export const TIME_LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 1000,
} satisfies ServerOptions;

/** Accepts no more connections than the limit. What is dropped is logged at most once a minute. */
export function limitConnections(server: Server, log: Logger): void {
  server.maxConnections = MAX_CONNECTIONS;
  let loggedAt = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    if (Date.now() - loggedAt < 60_000) return;
    loggedAt = Date.now();
    log.warn({ limit: MAX_CONNECTIONS }, 'too many connections: new ones are dropped');
  });
}

/**
 * Refuses a body that is too large (413), or that would be one too many (503), before a byte of it is kept. A body of
 * unknown length counts as the largest; Bolt's `bodyLimit` stops it while it arrives.
 */
export function limitBodies(listener: RequestListener): RequestListener {
  let arriving = 0;
  return (request, response) => {
    const bytes = announcedBytes(request);
    const status = bytes > MAX_BODY_BYTES ? 413 : arriving + bytes > MAX_ARRIVING_BYTES ? 503 : null;
    if (status !== null) {
      response.writeHead(status, { connection: 'close' }).end();
      return;
    }
    arriving += bytes;
    request.once('close', () => {
      arriving -= bytes;
    });
    listener(request, response);
  };
}

/** Of Bolt's receiver. */
export const BODY_LIMIT = { bodyLimit: MAX_BODY_BYTES };

function announcedBytes({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return MAX_BODY_BYTES;
  return Number(headers['content-length'] ?? 0);
}
