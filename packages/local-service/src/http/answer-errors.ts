import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RequestError } from './request-error.ts';

const FRAMEWORK_REFUSALS: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large.',
  FST_REQ_FILE_TOO_LARGE: 'The file is too large.',
  FST_PARTS_LIMIT: 'The form has too many parts.',
  FST_FIELDS_LIMIT: 'The form has too many fields.',
  FST_FILES_LIMIT: 'The form has too many files.',
};

/** Gives every error the same shape: `{"detail": "<one string>"}` and optional further fields. */
export function answerErrors(server: FastifyInstance): void {
  server.setErrorHandler((error: FastifyError | RequestError, request, reply) => {
    if (error instanceof RequestError) {
      return reply
        .code(error.status)
        .headers(error.headers)
        .send({ detail: error.message, ...error.extra });
    }
    return answerFrameworkError(error, request, reply);
  });
}

/** For errors of the framework, even before routing. Internal errors are logged, and reported without details. */
export function answerFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = error.statusCode ?? 500;
  if (status < 500) {
    const detail = FRAMEWORK_REFUSALS[error.code] ?? error.message;
    return reply.code(status).send({ detail });
  }
  request.log.error({ err: error }, 'request failed');
  return reply.code(500).send({ detail: 'The service had an internal error.' });
}

const CONNECTION_REFUSALS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Bytes that are not HTTP never reach a handler; they get the same error shape. */
export function answerConnectionError(error: ConnectionError, socket: Socket): void {
  if (socket.destroyed || !socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = CONNECTION_REFUSALS[error.code] ?? 400;
  const body = JSON.stringify({ detail: 'The request is not valid HTTP.' });
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
