import type { FastifyInstance } from 'fastify';
import type { Endpoint } from './endpoint.ts';
import { RequestError } from './request-error.ts';

/**
 * Answers requests to a known path with 301 if the trailing slash is missing, for any method (service interface,
 * "Rules for all endpoints" 1), and with 405 for an unsupported method. Both before the body is read.
 */
export function answerMisdirectedRequests(server: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const methodsByPath = new Map<string, Set<string>>();
  for (const { method, paths } of endpoints) {
    for (const path of paths) methodsByPath.set(path, (methodsByPath.get(path) ?? new Set()).add(method));
  }
  for (const [path, methods] of methodsByPath) {
    const slashless = path.replace(/\/$/, '');
    if (!methodsByPath.has(slashless)) redirectToSlash(server, slashless);
    refuseOtherMethods(server, path, methods);
  }
}

function redirectToSlash(server: FastifyInstance, url: string): void {
  server.route({
    method: [...server.supportedMethods],
    url,
    onRequest: async (request, reply) => {
      const location = request.url.replace(/\?|$/, '/$&');
      return reply
        .code(301)
        .header('Location', location)
        .send({ detail: `Moved to ${location}` });
    },
    handler: unreachable,
  });
}

function refuseOtherMethods(server: FastifyInstance, url: string, methods: ReadonlySet<string>): void {
  const allowed = new Set([...methods, ...(methods.has('GET') ? ['HEAD'] : [])]);
  server.route({
    method: server.supportedMethods.filter((method) => !allowed.has(method)),
    url,
    onRequest: async (request) => {
      throw new RequestError(405, `Method "${request.method}" not allowed.`, {
        headers: { Allow: [...allowed].join(', ') },
      });
    },
    handler: unreachable,
  });
}

/** The earlier hook has already answered. */
async function unreachable(): Promise<never> {
  throw new RequestError(404, 'Not found.');
}
