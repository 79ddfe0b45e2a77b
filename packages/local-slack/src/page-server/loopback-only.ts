import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Rejects requests that do not come from the page itself. A page of another site may reach 127.0.0.1 through the visitor's
 * browser, under its own Origin or, by a name that it points here, under its own Host.
 */
export function loopbackOnly(name: string, port: () => number) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const hosts = [`127.0.0.1:${port()}`, `localhost:${port()}`];
    const { host = '', origin } = request.headers;
    const known = hosts.includes(host) && (origin === undefined || hosts.some((name) => origin === `http://${name}`));
    if (known) return;
    await reply.code(403).send({ detail: `The ${name} accepts requests only from its own page on this machine.` });
  };
}
