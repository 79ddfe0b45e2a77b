import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pathOf } from './request-log.ts';

/** A request with its answer, for display. */
export interface Exchange {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: unknown;
  /** Null if there was no answer: the connection was closed, or the client gave up. */
  readonly status: number | null;
  readonly ms: number;
  /** Last four characters of the API key or session token after `…`; null without one. */
  readonly key: string | null;
  /**
   * The JSON body with its api_key masked; for a form its field names and file sizes (FormSummary). Null if there was
   * none, or the request was answered before it was read.
   */
  readonly request: unknown;
  /** JSON, or text, truncated; null for a file or an empty body. */
  readonly response: unknown;
}

interface FormSummary {
  readonly fields: readonly string[];
  readonly files: readonly { readonly field: string; readonly name: string; readonly bytes: number }[];
}

/** Maximum number of characters of an answer. */
const LONGEST = 100_000;

export function recordExchanges(server: FastifyInstance, onExchange: (exchange: Exchange) => void): void {
  const forms = new WeakMap<FastifyRequest, () => FormSummary>();
  const answers = new WeakMap<FastifyRequest, { readonly status: number; readonly body: unknown }>();

  server.addHook('onRequest', async (request, reply) => {
    const started = performance.now();
    // 'close' is emitted for every request, even if the connection was dropped.
    reply.raw.once('close', () => {
      const answer = answers.get(request);
      onExchange({
        method: request.method,
        path: pathOf(request),
        query: withMaskedKey(request.query),
        status: answer?.status ?? null,
        ms: Math.round(performance.now() - started),
        key: readKey(request),
        request: forms.get(request)?.() ?? withMaskedKey(request.body ?? null),
        response: answer?.body ?? null,
      });
    });
  });
  server.addHook('preHandler', async (request) => {
    if (request.isMultipart()) forms.set(request, watchForm(request));
  });
  server.addHook('onSend', async (request, reply, payload) => {
    answers.set(request, { status: reply.statusCode, body: readPayload(payload) });
    return payload;
  });
}

/** Records a form while the endpoint reads it, since it can be read only once. */
function watchForm(request: FastifyRequest): () => FormSummary {
  const fields: string[] = [];
  const files: { field: string; name: string; stream: { readonly bytesRead: number } }[] = [];
  const readParts = request.parts.bind(request);
  request.parts = async function* partsWatched(options) {
    for await (const part of readParts(options)) {
      if (part.type === 'field') fields.push(part.fieldname);
      else files.push({ field: part.fieldname, name: part.filename, stream: part.file });
      yield part;
    }
  };
  return () => ({
    fields,
    files: files.map(({ field, name, stream }) => ({ field, name, bytes: stream.bytesRead })),
  });
}

function readPayload(payload: unknown): unknown {
  if (typeof payload !== 'string') return null;
  if (payload.length > LONGEST) return `${payload.slice(0, LONGEST)}… (${payload.length} characters)`;
  try {
    return JSON.parse(payload);
  } catch {
    return payload;
  }
}

/** The credential of either family of endpoints (service interface, "Authentication" 2 and 3). */
function readKey({ headers, body }: FastifyRequest): string | null {
  const inHeader = headers['x-api-key'] ?? headers.authorization?.split(' ')[1];
  if (typeof inHeader === 'string' && inHeader !== '') return maskKey(inHeader);
  const inBody = typeof body === 'object' && body !== null && 'api_key' in body ? body.api_key : null;
  return typeof inBody === 'string' ? maskKey(inBody) : null;
}

function withMaskedKey(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('api_key' in value)) return value;
  return { ...value, api_key: typeof value.api_key === 'string' ? maskKey(value.api_key) : null };
}

/** Four characters would reveal half of a shorter key. */
function maskKey(key: string): string {
  return key.length < 8 ? '…' : `…${key.slice(-4)}`;
}
