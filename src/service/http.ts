import { createFetch } from 'ofetch';
import { type FormData, fetch, Headers } from 'undici';
import * as z from 'zod';
import { timeLeft } from '../base/request-context.ts';
import { interpretAnswer } from './answers.ts';
import { AttemptTime } from './attempt-time.ts';
import { noteFailedTry, type ServiceCall, type ServiceConnection } from './connection.ts';
import type { EndpointMethod, EndpointName } from './endpoints.ts';
import { BusyError, isServiceError, toTransportError, UnavailableError, UnreadableAnswerError } from './errors.ts';
import { SMALL_BYTES } from './large-answers.ts';

/** A successful answer whose body is still being received. */
export interface OpenAnswer {
  status: number;
  headers: Headers;
  /** Can be read only once. Throws a typed error if the transfer breaks, times out or is aborted. */
  chunks: AsyncIterable<Uint8Array>;
}

/** Reads a successful answer that is too large to keep as text. Parts that it doesn't read aren't transferred. */
type AnswerReader<T> = (answer: OpenAnswer) => Promise<T>;

/**
 * Yields the body as it arrives, decompressed. Stopping early cancels the transfer. Also watches the signal, because a
 * slow body only starts after the headers.
 *
 * @throws the signal's reason if it aborts; fetch's TypeError if the stream breaks.
 */
async function* readBodyChunks(
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

/** More than any list of the service needs, but safe in a small container. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
}

/**
 * Reads a body as UTF-8 text. The limit counts decompressed bytes, so that a malicious answer can't exhaust memory.
 *
 * @param onLarge called once the body is large; the rest isn't transferred until it resolves.
 * @throws BodyTooLargeError above 10 MiB; the errors of `readBodyChunks` and `onLarge`.
 */
async function readCappedBody(
  body: ReadableStream<Uint8Array> | null | undefined,
  signal: AbortSignal,
  onLarge: () => Promise<void>,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  let isLarge = false;
  for await (const chunk of readBodyChunks(body, signal)) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BODY_BYTES) throw new BodyTooLargeError(`The body is larger than ${MAX_BODY_BYTES} bytes.`);
    text += decoder.decode(chunk, { stream: true });
    if (isLarge || bytes <= SMALL_BYTES) continue;
    isLarge = true;
    await onLarge();
  }
  return text + decoder.decode();
}

export interface ServiceRequest<T> {
  endpoint: EndpointName;
  method: EndpointMethod;
  path: string;
  query?: Record<string, string>;
  body?: Record<string, unknown> | FormData;
  /**
   * The schema of a successful answer, for which an empty or non-JSON body is undefined; or a reader, for an answer
   * that isn't JSON.
   */
  answer: z.ZodType<T> | AnswerReader<T>;
  /** More than 1 only for idempotent requests. */
  maxAttempts: number;
  /**
   * Use `error` for a body that is streamed from a file: in any other mode, fetch in Node 20 keeps the whole body in
   * memory in case of a redirect.
   */
  redirect?: 'manual' | 'error';
  /** For one attempt, in milliseconds. Default: the connection's `timeoutMs`. */
  timeoutMs?: number;
  /** For all attempts and the waits between them, in milliseconds. Default: the connection's `readBudgetMs`. */
  budgetMs?: number;
  /** Aborts the call and the waits between attempts. */
  signal?: AbortSignal;
}

/** Sends a request and reads the whole answer. Turns a transport failure into a typed error. */
async function exchange<T>(
  connection: ServiceConnection,
  request: ServiceRequest<T>,
  timeoutMs: number,
): Promise<{ status: number; result: T }> {
  const { answer, endpoint } = request;
  const { clock } = connection;
  const time = new AttemptTime(clock, timeoutMs);
  const untilAborted = (given: AbortSignal) => (request.signal ? AbortSignal.any([given, request.signal]) : given);
  const signal = untilAborted(time.signal);
  let status: number | null = null;
  const onTheWay = async <R>(part: Promise<R>): Promise<R> => {
    try {
      return await part;
    } catch (failure) {
      const facts = { endpoint, status, detail: null };
      if (failure instanceof BusyError) throw failure;
      if (failure instanceof BodyTooLargeError) throw new UnreadableAnswerError({ ...facts, field: null });
      const stop = request.signal?.aborted ? 'aborted' : time.signal.aborted ? 'timeout' : null;
      throw toTransportError(failure, facts, stop);
    }
  };
  // Only lists are large. A file transfer would keep its slot for minutes.
  const read = request.method === 'GET' && typeof answer !== 'function' ? connection.reads.begin() : null;
  const waitForPlace = async () => {
    if (!read) return;
    const maxMs = Math.min(timeLeft(), connection.readBudgetMs);
    const isAdmitted = await time.pause(maxMs, (patience) => read.grow(untilAborted(patience)), timeLeft);
    if (!isAdmitted) throw new BusyError({ endpoint, status, detail: null });
  };
  try {
    const response = await onTheWay(sendWith(connection, request, signal));
    status = response.status;
    const { headers } = response;
    if (typeof answer === 'function' && response.ok) {
      const parts = readBodyChunks(response.body, signal);
      // Only converts errors of the transfer, because a full disk, for example, isn't the service's fault.
      const chunks = { [Symbol.asyncIterator]: () => ({ next: () => onTheWay(parts.next()) }) };
      try {
        return { status, result: await answer({ status, headers, chunks }) };
      } finally {
        // An unread body would keep its connection busy.
        await parts.return();
        await response.body?.cancel().catch(() => undefined);
      }
    }
    const raw = { endpoint, status, headers, text: await onTheWay(readText(response, signal, waitForPlace)) };
    const schema = typeof answer === 'function' ? z.never() : answer;
    return { status, result: interpretAnswer(raw, schema, connection.secret, clock.now()) };
  } finally {
    time.end();
    read?.end();
  }
}

/**
 * Uses undici's fetch instead of Node's: Node 24's fetch buffers the whole upload, and if the service answers before it
 * has read everything, it fails outside of the promise. Retries, statuses and bodies are handled here. ofetch's errors
 * contain the request with the key, so only their codes are used (`toTransportError`).
 */
const send = createFetch({
  fetch,
  Headers,
  AbortController,
  defaults: { retry: false, ignoreResponseError: true, responseType: 'stream' },
});

function sendWith<T>(connection: ServiceConnection, request: ServiceRequest<T>, signal: AbortSignal) {
  const { answer, body, method, path, query = {}, redirect = 'manual' } = request;
  // Frameworks with content negotiation reject types that they don't produce, so requests for files accept any type.
  const accept = typeof answer === 'function' ? '*/*' : 'application/json';
  const headers = { accept, ...connection.authHeader };
  return send.raw(path, { baseURL: connection.baseUrl, query, method, headers, body, redirect, signal });
}

/** A rejection counts even if its body is lost, because many servers close the connection right after a 413. */
async function readText(response: Response, signal: AbortSignal, onLarge: () => Promise<void>): Promise<string> {
  const text = readCappedBody(response.body, signal, response.ok ? onLarge : async () => undefined);
  return response.ok ? text : text.catch(() => '');
}

export interface Attempt {
  number: number;
  /** The limit until the last byte of the answer. */
  timeoutMs: number;
}

/**
 * Sends a request once, reports the attempt and returns the parsed answer. A request that was already aborted is
 * neither sent nor reported.
 * @throws typed errors, and those of the request's own `AnswerReader`.
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
  const startedAt = clock.monotonic();
  const report = (status: number | null, outcome: ServiceCall['outcome']) =>
    connection.onCall({
      endpoint,
      method,
      path,
      status,
      durationMs: clock.monotonic() - startedAt,
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
