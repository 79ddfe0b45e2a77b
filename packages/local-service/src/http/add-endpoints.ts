import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authenticateByBody, authenticateByHeader } from '../auth/authenticate.ts';
import type { ServiceParts } from '../service-parts.ts';
import type { AccountId } from '../storage/ids.ts';
import type { BodyType, Endpoint } from './endpoint.ts';
import { RequestError } from './request-error.ts';

const ACCOUNT = Symbol('account');

/** Serves endpoints, with authentication, at each of their paths. */
export function addEndpoints(server: FastifyInstance, endpoints: readonly Endpoint[], parts: ServiceParts): void {
  server.decorateRequest(ACCOUNT);
  const byHeader = async (request: FastifyRequest) =>
    request.setDecorator(ACCOUNT, await authenticateByHeader(request, parts.credentials));
  const byBody = async (request: FastifyRequest) =>
    request.setDecorator(ACCOUNT, await authenticateByBody(request, parts.credentials));

  for (const { method, paths, credential, accepts, handle } of endpoints) {
    const checkBodyType = async (request: FastifyRequest) => {
      if (accepts) refuseOtherBodies(request, accepts);
    };
    for (const url of paths) {
      server.route({
        method,
        url,
        // Headers are checked before the body is read.
        ...(credential === 'header'
          ? { onRequest: [byHeader, checkBodyType] }
          : { onRequest: checkBodyType, preHandler: byBody }),
        handler: async (request, reply) =>
          handle({ account: request.getDecorator<AccountId>(ACCOUNT), request, reply, parts }),
      });
    }
  }
}

/**
 * A request without a body has no content type; missing fields are reported when they are read.
 * @throws {RequestError} 415
 */
function refuseOtherBodies({ headers }: FastifyRequest, accepts: readonly BodyType[]): void {
  const contentType = headers['content-type'];
  const [type = ''] = (contentType ?? '').split(';');
  if (contentType === undefined || accepts.some((accepted) => accepted === type.trim().toLowerCase())) return;
  throw new RequestError(415, `Unsupported media type "${contentType}" in request.`);
}
