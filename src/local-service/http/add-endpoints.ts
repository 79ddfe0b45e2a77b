import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authenticateByBody, authenticateByHeader } from '../auth/authenticate.ts';
import type { ServiceParts } from '../service-parts.ts';
import type { AccountId } from '../storage/ids.ts';
import type { Endpoint } from './endpoint.ts';

const ACCOUNT = Symbol('account');

/** Serves endpoints, each at every one of its paths, to callers with a credential. */
export function addEndpoints(server: FastifyInstance, endpoints: readonly Endpoint[], parts: ServiceParts): void {
  server.decorateRequest(ACCOUNT);
  const byHeader = async (request: FastifyRequest) =>
    request.setDecorator(ACCOUNT, await authenticateByHeader(request, parts.credentials));
  const byBody = async (request: FastifyRequest) =>
    request.setDecorator(ACCOUNT, await authenticateByBody(request, parts.credentials));

  for (const { method, paths, credential, handle } of endpoints) {
    for (const url of paths) {
      server.route({
        method,
        url,
        // A header is checked before a byte of the body is read.
        ...(credential === 'header' ? { onRequest: byHeader } : { preHandler: byBody }),
        handler: async (request, reply) =>
          handle({ account: request.getDecorator<AccountId>(ACCOUNT), request, reply, parts }),
      });
    }
  }
}
