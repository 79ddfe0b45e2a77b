import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { JsonObject } from '../json.ts';
import { RESPONSE_URL_FAMILIES } from '../state/response-urls.ts';
import { decodeArguments, readBody } from './decode-arguments.ts';
import type { Fault } from './faults.ts';
import {
  type Answer,
  answerDownload,
  answerOk,
  answerRejection,
  answerResponse,
  answerUpload,
  readCall,
} from './gateway-answers.ts';
import { isFromThisMachine, loopbackOnly } from './loopback-only.ts';
import type { Place, Switchboard } from './switchboard.ts';

/** Slack's maximum file size. */
const MAX_BODY_BYTES = 1024 ** 3;

interface Exchange {
  /** The method's name for faults. */
  name: string;
  /** The method's title in the wire log. Default: the name. */
  title?: string;
  args: JsonObject;
  respond: () => Promise<Answer>;
}

interface GatewayOptions {
  /** Slack's clock, in milliseconds, returned with every answer. */
  now?: (() => number) | undefined;
  addRoutes?: (server: FastifyInstance) => void;
}

/** The HTTP server of the local Slack: Web API, uploads, downloads and response URLs, on a free port of 127.0.0.1. */
export async function startGateway(
  switchboard: Switchboard,
  { now = Date.now, addRoutes = () => {} }: GatewayOptions = {},
): Promise<{ origin: string; server: FastifyInstance }> {
  const { lobby, hub } = switchboard;
  const server = Fastify({ bodyLimit: MAX_BODY_BYTES, forceCloseConnections: true });
  let port = 0;
  server.addHook(
    'onRequest',
    loopbackOnly('local Slack', () => port),
  );
  // Replaces Node's own header, which uses the system clock.
  server.addHook('onRequest', async (_request, reply) => void reply.header('date', new Date(now()).toUTCString()));
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  server.all<{ Params: { method: string } }>('/api/:method', (request, reply) => {
    const { call, args } = readCall(request);
    const { place, answer } = switchboard.connect(call);
    return carry(place, request, reply, { name: call.method, args, respond: () => answerOk(answer) });
  });
  server.post<{ Params: { fileId: string } }>('/upload/v1/:fileId', (request, reply) => {
    const { fileId } = request.params;
    const slack = switchboard.withUpload(fileId);
    const args = { name: slack?.files.nameOf(fileId), bytes: readBody(request).length };
    const respond = () => answerUpload(slack, fileId, request);
    return carry(slack ?? lobby, request, reply, { name: 'upload', title: 'file upload', args, respond });
  });
  server.get<{ Params: { fileId: string; name: string } }>('/files-pri/:fileId/:name', (request, reply) => {
    const { fileId, name } = request.params;
    const slack = switchboard.withFile(readCall(request).call.token, fileId);
    const respond = () => answerDownload(slack, fileId);
    return carry(slack ?? lobby, request, reply, { name: 'file', title: 'file download', args: { name }, respond });
  });
  for (const family of RESPONSE_URL_FAMILIES) {
    server.post<{ Params: { teamId: string } }>(`/${family}/:teamId/:number/:secret`, (request, reply) => {
      const slack = switchboard.withTeam(request.params.teamId);
      const args = decodeArguments(request);
      const respond = () => answerResponse(slack, request.url, args);
      return carry(slack ?? lobby, request, reply, { name: 'response_url', args, respond });
    });
  }
  addRoutes(server);
  server.server.on('upgrade', (request, stream, head) => {
    if (isFromThisMachine(request.headers, port)) return hub.upgrade(request, stream, head);
    stream.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n');
  });
  const origin = await server.listen({ host: '127.0.0.1', port: 0 });
  port = Number(new URL(origin).port);
  return { origin, server };
}

/** Applies a pending fault, answers, and records the exchange. */
async function carry(place: Place, request: FastifyRequest, reply: FastifyReply, exchange: Exchange) {
  const startedAt = performance.now();
  const { name, title = name, args, respond } = exchange;
  const record = (status: number | null, response: unknown) =>
    place.wire.record({
      direction: 'bot to Slack',
      name,
      title,
      request: args,
      status,
      response,
      ms: Math.round(performance.now() - startedAt),
    });
  const cut = (response: string) => {
    record(null, response);
    reply.hijack();
    request.raw.socket.resetAndDestroy();
    return reply;
  };
  const fault = place.faults.take(name);
  if (fault === 'reset') return cut('connection reset');
  const answer = async () => answerRejection(name, place.faults.takeRejection(name, args)) ?? (await respond());
  const { status, body, type, retryAfter } = (await strike(fault)) ?? (await answer());
  if (fault === 'answer-lost') return cut('answer lost');
  record(status, Buffer.isBuffer(body) ? { ...args, bytes: body.length } : body);
  reply.header('x-oauth-scopes', place.scopes.join(','));
  if (type !== undefined) reply.type(type);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  return reply.status(status).send(body);
}

/** The answer of a fault; undefined if the call proceeds, possibly delayed. */
async function strike(fault: Exclude<Fault, 'reset'> | undefined): Promise<Answer | undefined> {
  if (!fault || fault === 'answer-lost') return undefined;
  if ('error' in fault) return { status: 200, body: { ok: false, error: fault.error } };
  if ('status' in fault) {
    const error = fault.status === 429 ? 'ratelimited' : 'internal_error';
    return { ...fault, body: { ok: false, error } };
  }
  await fault.delayUntil;
  return undefined;
}
