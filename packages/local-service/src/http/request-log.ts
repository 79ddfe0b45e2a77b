import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A request as it reached the service. The status is null while it is not answered, and stays so when it never is. */
export interface RequestRecord {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly status: number | null;
}

/** Enough for any test, and nothing that grows with the life of a service. */
const KEPT = 1000;

/**
 * Writes one line a request, and keeps the latest requests for reading. No header, query or body is logged, so no
 * credential can be.
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
    // 'close' comes for every request, also for one whose connection was cut.
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

/** The path of a request without its query. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}
