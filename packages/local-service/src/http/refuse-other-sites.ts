import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RequestError } from './request-error.ts';

/**
 * Refuses what a page of another site sends through the visitor's browser: under its own Origin or, by a name that it
 * points to this machine, under its own Host. No page belongs to this service.
 */
export function refuseOtherSites(server: FastifyInstance): void {
  server.addHook('onRequest', async (request) => {
    if (request.headers.origin === undefined && isAddressed(request)) return;
    throw new RequestError(403, 'This service accepts no requests from web pages.');
  });
}

/** For which public DNS never has an address (RFC 6761, and `internal`, reserved later). */
const PRIVATE_NAME = /(?:^|\.)(?:localhost|invalid|test|internal)$/;

/** Over the loopback interface, only addresses and private names count; in a network, a service may have any name. */
function isAddressed({ headers: { host = '' }, socket: { localAddress = '' } }: FastifyRequest): boolean {
  if (!/^(?:::ffff:)?127\.|^::1$/.test(localAddress)) return true;
  const name = host.replace(/:\d+$/, '');
  return PRIVATE_NAME.test(name) || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
}
