import { FormData, fetch, type Response } from 'undici';
import * as z from 'zod';
import { UnreadableAnswerError } from './errors/index.ts';
import { interpretAnswer } from './interpret-answer.ts';
import { readBodyChunks } from './read-body-chunks.ts';
import { BodyTooLargeError, readCappedBody } from './read-capped-body.ts';
import type { ServiceConnection } from './service-connection.ts';
import type { ServiceRequest } from './service-request.ts';
import { toTransportError } from './to-transport-error.ts';

/** Sends a request and reads the whole answer. A failure on the way becomes a typed error, whatever fetch threw. */
export async function exchange<T>(
  connection: ServiceConnection,
  request: ServiceRequest<T>,
  timeoutMs: number,
): Promise<{ status: number; result: T }> {
  const { answer, endpoint } = request;
  const deadline = AbortSignal.timeout(timeoutMs);
  const signal = request.signal ? AbortSignal.any([deadline, request.signal]) : deadline;
  let status: number | null = null;
  const onTheWay = async <R>(part: Promise<R>): Promise<R> => {
    try {
      return await part;
    } catch (failure) {
      const facts = { endpoint, status, detail: null };
      if (failure instanceof BodyTooLargeError) throw new UnreadableAnswerError({ ...facts, field: null });
      const stop = request.signal?.aborted ? 'aborted' : deadline.aborted ? 'timeout' : null;
      throw toTransportError(failure, facts, stop);
    }
  };
  const response = await onTheWay(sendWith(connection, request, signal));
  status = response.status;
  const { headers } = response;
  if (typeof answer === 'function' && response.ok) {
    const parts = readBodyChunks(response.body, signal);
    // Not everything that the reader throws is about the transfer: a full disk is not the service's fault.
    const chunks = { [Symbol.asyncIterator]: () => ({ next: () => onTheWay(parts.next()) }) };
    try {
      return { status, result: await answer({ status, headers, chunks }) };
    } finally {
      // A body that is left unread would keep its connection.
      await parts.return();
      await response.body?.cancel().catch(() => undefined);
    }
  }
  const raw = { endpoint, status, headers, text: await onTheWay(readText(response, signal)) };
  const schema = typeof answer === 'function' ? z.never() : answer;
  return { status, result: interpretAnswer(raw, schema, connection.secret, connection.clock.now()) };
}

/**
 * By the package's fetch, not by Node's: that of Node 24 reads all of an upload into memory, and fails where nobody looks
 * when the service answers before it has read everything. Retries, statuses and bodies are judged by us.
 */
function sendWith<T>(connection: ServiceConnection, request: ServiceRequest<T>, signal: AbortSignal) {
  const { answer, body, method, query = {}, redirect = 'manual' } = request;
  const url = new URL(connection.baseUrl.replace(/\/*$/, '') + request.path);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const isForm = body instanceof FormData;
  const headers = {
    // Frameworks that negotiate refuse a type that they do not render, so a file is asked for without naming one.
    accept: typeof answer === 'function' ? '*/*' : 'application/json',
    ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
    ...connection.authHeader,
  };
  return fetch(url, {
    method,
    headers,
    redirect,
    signal,
    body: body && !isForm ? JSON.stringify(body) : (body ?? null),
  });
}

/** A refusal stays one when its explanation gets lost: many servers cut the connection right after a 413. */
async function readText(response: Response, signal: AbortSignal): Promise<string> {
  const text = readCappedBody(response.body, signal);
  return response.ok ? text : text.catch(() => '');
}
