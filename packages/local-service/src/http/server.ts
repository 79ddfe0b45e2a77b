import { EventEmitter, once } from 'node:events';
import multipart from '@fastify/multipart';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { type Logger, pino } from 'pino';
import type { Faults } from '../faults/faults.ts';
import { strikeWithFaults } from '../faults/strike-with-faults.ts';
import { ENDPOINTS } from '../routes/endpoints.ts';
import { addOpenRoutes } from '../routes/open-routes.ts';
import type { ServiceParts } from '../service-parts.ts';
import { addEndpoints } from './add-endpoints.ts';
import { answerConnectionError, answerErrors, answerFrameworkError } from './answer-errors.ts';
import { answerMisdirectedRequests } from './answer-misdirected-requests.ts';
import { type Exchange, recordExchanges } from './record-exchanges.ts';
import { refuseOtherSites } from './refuse-other-sites.ts';
import { RequestError } from './request-error.ts';
import { logRequests, type RequestRecord } from './request-log.ts';

/** Redacted, because the form parser logs these headers at trace level. */
const REDACTED = ['*.headers["x-api-key"]', '*.headers.authorization'];

const FIELD_BYTES = 64 * 1024;

interface ServerOptions {
  readonly parts: ServiceParts;
  readonly faults: Faults;
  readonly logger: Logger | false;
  /** Aborted on shutdown, so that fault delays do not hold it up. */
  readonly stopping: AbortSignal;
  /** Called with each request and its answer, including bodies; without it, nothing is recorded. */
  readonly onExchange?: ((exchange: Exchange) => void) | undefined;
}

/** Creates the HTTP server without listening; `requests` are the latest ones received. */
export async function createServer({ parts, faults, logger, stopping, onExchange }: ServerOptions): Promise<{
  server: FastifyInstance;
  requests: readonly RequestRecord[];
  inFlight: InFlight;
}> {
  const loggerInstance: FastifyBaseLogger = logger ? logger.child({}, { redact: REDACTED }) : pino({ enabled: false });
  const server = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    // A request that arrives on an open connection during the stop is still answered.
    return503OnClosing: false,
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerConnectionError,
  });
  answerErrors(server);
  const requests = logRequests(server);
  const inFlight = countInFlight(server);
  if (onExchange) recordExchanges(server, onExchange);
  await server.register(multipart, {
    limits: { fileSize: parts.behavior.maxUploadBytes, fieldSize: FIELD_BYTES, files: 4, fields: 1000 },
    throwFileSizeLimit: false,
  });
  takeEmptyJsonBodies(server);
  strikeWithFaults(server, faults, stopping);
  refuseOtherSites(server);
  // Before any body is read: a request to an unknown path gets 404 regardless of its body.
  server.addHook('onRequest', async (request) => {
    if (request.is404) throw new RequestError(404, 'Not found.');
  });
  // Otherwise the last connection would stay open, idle, and delay the stop.
  server.addHook('onSend', async (_request, reply, payload) => {
    if (stopping.aborted) reply.header('Connection', 'close');
    return payload;
  });
  addOpenRoutes(server, parts.images);
  addEndpoints(server, ENDPOINTS, parts);
  answerMisdirectedRequests(server, ENDPOINTS);
  return { inFlight, server, requests };
}

/** Requests that are not answered yet. */
export interface InFlight {
  /** Resolves once there are none. */
  ended: () => Promise<void>;
}

function countInFlight(server: FastifyInstance): InFlight {
  const changes = new EventEmitter();
  let count = 0;
  server.addHook('onRequest', async (_request, reply) => {
    count += 1;
    // Even if the client has disconnected.
    reply.raw.once('close', () => {
      count -= 1;
      if (count === 0) changes.emit('none');
    });
  });
  return {
    ended: async () => {
      if (count > 0) await once(changes, 'none');
    },
  };
}

/**
 * Clients send DELETE with a JSON content type and no body; an endpoint that needs a body still reports missing fields.
 */
function takeEmptyJsonBodies(server: FastifyInstance): void {
  const parseJson = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parseJson(request, body, done),
  );
}
