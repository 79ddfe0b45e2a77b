import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A received request. The status is null until it is answered. */
export interface RequestRecord {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly status: number | null;
}

/** Bounds memory use; enough for any test. */
const KEPT = 1000;

/**
 * Logs one line per request, and keeps the latest requests. Never logs headers, queries or bodies, so no credentials
 * either.
 */
export function logRequests(server: FastifyInstance): readonly RequestRecord[] {
  const records: { method: string; path: string; status: number | null }[] = [];
  const open = new WeakMap<FastifyRequest, (typeof records)[number]>();

  server.addHook('onRequest', async (request, reply) => {
    const record = { method: request.method, path: pathOf(request), status: null };
    open.set(request, record);
    records.push(record);
    if (records.length > KEPT) records.shift();
    const started = performance.now();
    // 'close' is emitted for every request, even if the connection was dropped.
    reply.raw.once('close', () =>
      request.log.info({ ...record, ms: Math.round(performance.now() - started) }, 'request'),
    );
  });
  server.addHook('onSend', async (request, reply, payload) => {
    const record = open.get(request);
    if (record) record.status = reply.statusCode;
    return payload;
  });
  return records;
}

/** Without the query. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}
