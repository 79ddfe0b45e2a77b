import { ofetch } from 'ofetch';
import { isServiceError, UnreadableAnswerError } from './errors/index.ts';
import { interpretAnswer, type RawAnswer } from './interpret-answer.ts';
import { BodyTooLargeError, readCappedBody } from './read-capped-body.ts';
import type { ServiceCall } from './service-call.ts';
import type { ServiceConnection } from './service-connection.ts';
import type { ServiceRequest } from './service-request.ts';
import { toTransportError } from './to-transport-error.ts';

/** One attempt of a request. */
export interface Attempt {
  number: number;
  /** From sending to the last byte of the answer. */
  timeoutMs: number;
}

/** Sends a request once, reports the attempt, and returns what the answer carries. Throws only typed errors. */
export async function sendRequest<T>(
  connection: ServiceConnection,
  request: ServiceRequest<T>,
  attempt: Attempt,
): Promise<T> {
  const { clock, secret } = connection;
  const startedAt = clock.now();
  const report = (status: number | null, outcome: ServiceCall['outcome']) =>
    connection.onCall({
      endpoint: request.endpoint,
      method: request.method,
      path: request.path,
      status,
      durationMs: clock.now() - startedAt,
      attempt: attempt.number,
      outcome,
    });
  try {
    const answer = await exchange(connection, request, attempt.timeoutMs);
    const result = interpretAnswer(answer, request.answer, secret, clock.now());
    report(answer.status, 'ok');
    return result;
  } catch (error) {
    if (isServiceError(error)) report(error.status, error.kind);
    throw error;
  }
}

/** Sends the request and reads the whole answer. A failure on the way becomes a typed error, whatever fetch threw. */
async function exchange<T>(
  connection: ServiceConnection,
  request: ServiceRequest<T>,
  timeoutMs: number,
): Promise<RawAnswer> {
  const { endpoint } = request;
  const signal = AbortSignal.timeout(timeoutMs);
  let status: number | null = null;
  try {
    const response = await ofetch.raw(request.path, {
      baseURL: connection.baseUrl,
      method: request.method,
      query: request.query,
      body: request.body,
      headers: { accept: 'application/json', ...connection.authHeader },
      redirect: request.redirect ?? 'manual',
      signal,
      // Retries, statuses and bodies are judged by us: ofetch ignores Retry-After and reads bodies without a cap.
      retry: false,
      ignoreResponseError: true,
      responseType: 'stream',
    });
    status = response.status;
    return { endpoint, status, headers: response.headers, text: await readText(response, signal) };
  } catch (failure) {
    if (failure instanceof BodyTooLargeError) {
      throw new UnreadableAnswerError({ endpoint, status, detail: null, field: null });
    }
    throw toTransportError(failure, { endpoint, status, detail: null }, signal.aborted);
  }
}

/** A refusal stays one when its explanation gets lost: many servers cut the connection right after a 413. */
async function readText(response: Response, signal: AbortSignal): Promise<string> {
  const text = readCappedBody(response.body, signal);
  return response.ok ? text : text.catch(() => '');
}
