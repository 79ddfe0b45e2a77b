import { createFetch } from 'ofetch';
import { type FormData, fetch, Headers } from 'undici';
import * as z from 'zod';
import { interpretAnswer } from './answers.ts';
import { noteFailedTry, type ServiceCall, type ServiceConnection } from './connection.ts';
import type { EndpointMethod, EndpointName } from './endpoints.ts';
import { isServiceError, toTransportError, UnavailableError, UnreadableAnswerError } from './errors.ts';

/** A success whose body is still on its way. */
export interface OpenAnswer {
  status: number;
  headers: Headers;
  /** To be read once. Throws a typed error when the transfer breaks, takes too long or is stopped. */
  chunks: AsyncIterable<Uint8Array>;
}

/** Reads a success that is too large to be held as text. What it does not read is not transferred. */
export type AnswerReader<T> = (answer: OpenAnswer) => Promise<T>;

/**
 * The bytes of a body as they come in, after decompression. Whoever stops early ends the transfer. The signal is watched
 * here as well: a slow drip begins after the headers.
 *
 * @throws the signal's reason when it aborts; fetch's TypeError when the stream breaks.
 */
export async function* readBodyChunks(
  body: ReadableStream<Uint8Array> | null | undefined,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  if (!body) return;
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', cancel, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) return;
      yield value;
    }
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel();
  }
}

/** More than any list of the service needs, little enough for a small container. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** The body went on beyond the cap. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
}

/**
 * Reads a body as UTF-8 text, counting bytes after decompression, so that a hostile answer cannot exhaust memory.
 *
 * @throws BodyTooLargeError above 10 MiB; what `readBodyChunks` throws.
 */
export async function readCappedBody(
  body: ReadableStream<Uint8Array> | null | undefined,
  signal: AbortSignal,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of readBodyChunks(body, signal)) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BODY_BYTES) throw new BodyTooLargeError(`The body is larger than ${MAX_BODY_BYTES} bytes.`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** One call of an endpoint, before it is sent. */
export interface ServiceRequest<T> {
  endpoint: EndpointName;
  method: EndpointMethod;
  path: string;
  query?: Record<string, string>;
  body?: Record<string, unknown> | FormData;
  /** What a success must carry; an empty body or one that is no JSON counts as undefined. Or what reads a success that is no JSON. */
  answer: z.ZodType<T> | AnswerReader<T>;
  /** How often the request may be sent in all: more than 1 only where sending it twice does the same as once. */
  maxAttempts: number;
  /**
   * `error` for a body that is streamed from a file: with any other mode fetch in Node 20 keeps the whole body in memory
   * in case it has to send it again.
   */
  redirect?: 'manual' | 'error';
  /** For one attempt; the connection's `timeoutMs` when not given. */
  timeoutMs?: number;
  /** For all attempts and the waits between them; the connection's `readBudgetMs` when not given. */
  budgetMs?: number;
  /** Ends the call, and the waits between its attempts, when the caller does not want it any more. */
  signal?: AbortSignal;
}

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
 * ofetch over undici's fetch, not Node's: that of Node 24 reads all of an upload into memory, and fails outside the promise
 * when the service answers before it has read everything. Retries, statuses and bodies are judged by us. Its errors carry
 * the request with the key, so only their codes are kept (`toTransportError`).
 */
const send = createFetch({
  fetch,
  Headers,
  AbortController,
  defaults: { retry: false, ignoreResponseError: true, responseType: 'stream' },
});

function sendWith<T>(connection: ServiceConnection, request: ServiceRequest<T>, signal: AbortSignal) {
  const { answer, body, method, path, query = {}, redirect = 'manual' } = request;
  // Frameworks that negotiate refuse a type that they do not render, so a file is asked for without naming one.
  const accept = typeof answer === 'function' ? '*/*' : 'application/json';
  const headers = { accept, ...connection.authHeader };
  return send.raw(path, { baseURL: connection.baseUrl, query, method, headers, body, redirect, signal });
}

/** A refusal stays one when its explanation gets lost: many servers cut the connection right after a 413. */
async function readText(response: Response, signal: AbortSignal): Promise<string> {
  const text = readCappedBody(response.body, signal);
  return response.ok ? text : text.catch(() => '');
}

/** One attempt of a request. */
export interface Attempt {
  number: number;
  /** From sending to the last byte of the answer. */
  timeoutMs: number;
}

/**
 * Sends a request once, reports the attempt, and returns what the answer carries. Throws only typed errors, and what the
 * request's own `AnswerReader` throws. A request that was aborted beforehand is neither sent nor reported.
 */
export async function sendRequest<T>(
  connection: ServiceConnection,
  request: ServiceRequest<T>,
  attempt: Attempt,
): Promise<T> {
  const { clock } = connection;
  const { endpoint, method, path } = request;
  if (request.signal?.aborted) {
    const facts = { endpoint, status: null, detail: null };
    throw new UnavailableError({ ...facts, reason: 'network', code: 'ABORTED', mayHaveArrived: false });
  }
  const startedAt = clock.now();
  const report = (status: number | null, outcome: ServiceCall['outcome']) =>
    connection.onCall({
      endpoint,
      method,
      path,
      status,
      durationMs: clock.now() - startedAt,
      attempt: attempt.number,
      outcome,
    });
  try {
    const { status, result } = await exchange(connection, request, attempt.timeoutMs);
    report(status, 'ok');
    return result;
  } catch (error) {
    if (isServiceError(error)) {
      report(error.status, error.kind);
      noteFailedTry(error);
    }
    throw error;
  }
}
