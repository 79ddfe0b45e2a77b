import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Whether a request comes from a program or a page of this machine. A page of another site may reach 127.0.0.1 through the
 * visitor's browser, under its own Origin or, by a name that it points here, under its own Host.
 */
export function isFromThisMachine({ host = '', origin }: IncomingHttpHeaders, port: number): boolean {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  return hosts.includes(host) && (origin === undefined || hosts.some((name) => origin === `http://${name}`));
}

/** Rejects requests that do not come from this machine. */
export function loopbackOnly(name: string, port: () => number) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (isFromThisMachine(request.headers, port())) return;
    await reply.code(403).send({ detail: `The ${name} accepts requests only from this machine.` });
  };
}
