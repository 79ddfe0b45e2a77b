import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { decodeArguments, readBody } from './decode-arguments.ts';
import type { Fault } from './faults.ts';
import { type Answer, answerDownload, answerResponse, answerUpload, answerWebApi } from './gateway-answers.ts';
import type { JsonObject } from './json.ts';
import { responseUrlFamilies } from './response-urls.ts';
import type { Workspace } from './workspace.ts';

/** As large as files in Slack may be. */
const bodyLimit = 1024 ** 3;

interface Exchange {
  /** What it is called by faults. */
  readonly name: string;
  /** What it is called on the wire; the same unless given. */
  readonly title?: string;
  readonly args: JsonObject;
  readonly respond: (slack: Workspace, request: FastifyRequest, args: JsonObject) => Promise<Answer>;
}

/** The HTTP face of the local Slack: Web API, uploads, downloads and response URLs, on a free port of 127.0.0.1. */
export async function startGateway(slack: Workspace): Promise<{ origin: string; server: FastifyInstance }> {
  const server = Fastify({ bodyLimit, forceCloseConnections: true });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  server.all<{ Params: { method: string } }>('/api/:method', (request, reply) => {
    const args = decodeArguments(request);
    return carry(slack, request, reply, { name: request.params.method, args, respond: answerWebApi });
  });
  server.post<{ Params: { fileId: string } }>('/upload/v1/:fileId', (request, reply) => {
    const args = { name: slack.files.nameOf(request.params.fileId), bytes: readBody(request).length };
    return carry(slack, request, reply, { name: 'upload', title: 'file upload', args, respond: answerUpload });
  });
  server.get<{ Params: { name: string } }>('/files-pri/:fileId/:name', (request, reply) => {
    const args = { name: request.params.name };
    return carry(slack, request, reply, { name: 'file', title: 'file download', args, respond: answerDownload });
  });
  for (const family of responseUrlFamilies) {
    server.post(`/${family}/:teamId/:number/:secret`, (request, reply) => {
      const args = decodeArguments(request);
      return carry(slack, request, reply, { name: 'response_url', args, respond: answerResponse });
    });
  }
  server.server.on('upgrade', (request, stream, head) => slack.hub.upgrade(request, stream, head));
  return { origin: await server.listen({ host: '127.0.0.1', port: 0 }), server };
}

/** Lets a waiting fault strike, answers, and records the exchange. */
async function carry(slack: Workspace, request: FastifyRequest, reply: FastifyReply, exchange: Exchange) {
  const startedAt = performance.now();
  const { name, title = name, args, respond } = exchange;
  const record = (status: number | null, response: unknown) =>
    slack.wire.record({
      ...{ direction: 'bot to Slack', name, title, request: args, status, response },
      ms: Math.round(performance.now() - startedAt),
    });
  const fault = slack.faults.take(name);
  if (fault === 'reset') {
    record(null, 'connection reset');
    reply.hijack();
    request.raw.socket.resetAndDestroy();
    return reply;
  }
  const { status, body, type, retryAfter } = (await strike(fault)) ?? (await respond(slack, request, args));
  record(status, Buffer.isBuffer(body) ? { ...args, bytes: body.length } : body);
  reply.header('x-oauth-scopes', slack.scopes.join(','));
  if (type !== undefined) reply.type(type);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  return reply.status(status).send(body);
}

/** The answer that a fault gives in place of the real one; undefined when the call goes on, perhaps later. */
async function strike(fault: Exclude<Fault, 'reset'> | undefined): Promise<Answer | undefined> {
  if (!fault) return undefined;
  if ('error' in fault) return { status: 200, body: { ok: false, error: fault.error } };
  if ('status' in fault) {
    const error = fault.status === 429 ? 'ratelimited' : 'internal_error';
    return { ...fault, body: { ok: false, error } };
  }
  await fault.delayUntil;
  return undefined;
}
