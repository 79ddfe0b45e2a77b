import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RequestError } from './request-error.ts';

/**
 * Rejects requests that a page of another site sends through the visitor's browser: with its own Origin or, using a
 * name that points to this machine, with its own Host. This service has no pages.
 */
export function refuseOtherSites(server: FastifyInstance): void {
  server.addHook('onRequest', async (request) => {
    if (request.headers.origin === undefined && isAddressed(request)) return;
    throw new RequestError(403, 'This service accepts no requests from web pages.');
  });
}

/** Names that never have an address in public DNS (RFC 6761, and `internal`, reserved later). */
const PRIVATE_NAME = /(?:^|\.)(?:localhost|invalid|test|internal)$/;

/** Over the loopback interface, only addresses and private names count; in a network, a service may have any name. */
function isAddressed({ headers: { host = '' }, socket: { localAddress = '' } }: FastifyRequest): boolean {
  if (!/^(?:::ffff:)?127\.|^::1$/.test(localAddress)) return true;
  const name = host.replace(/:\d+$/, '');
  return PRIVATE_NAME.test(name) || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
}
