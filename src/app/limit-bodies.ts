import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { systemClock } from '../base/clock.ts';
import type { RequestLimits } from './limit-requests.ts';
import type { Rejections } from './rejections.ts';

/** Slack's own limit for a request's age, which Bolt only applies after reading the body. */
const MAX_AGE_MS = 5 * 60_000;
const SIGNATURE = /^v0=[0-9a-f]{64}$/;

/** A certificate check from Slack (`ssl_check`), which may be unsigned, is smaller. */
const UNSIGNED_BYTES = 1024;

/** Almost all requests from Slack are smaller. */
const SMALL_BYTES = 64 * 1024;

/** An incomplete body. */
interface Arriving {
  bytes: number;
  refuse: () => void;
}

/**
 * Receives the body of each request to `path`, and passes it on as `rawBody`, which Bolt uses.
 *
 * Rejects bodies over the limit with 413; and requests that can't be from Slack with 401, before reading their bodies.
 * Also limits the total received bytes of all incomplete bodies. Over that limit, it drops the body that has been
 * arriving for the longest time, large ones first, with 503: Slack's bodies are small and arrive immediately.
 */
export function limitBodies(
  path: string,
  listener: RequestListener,
  limits: RequestLimits,
  rejections: Rejections,
): RequestListener {
  /** In order of arrival. */
  const arriving = new Set<Arriving>();
  let total = 0;

  /** Responds and closes the connection, even if the client is still sending. */
  const reject = (request: IncomingMessage, response: ServerResponse, reason: keyof typeof STATUSES) => {
    rejections.add(reason);
    response.writeHead(STATUSES[reason], { connection: 'close' }).end(() => request.destroy());
  };

  const makeRoom = () => {
    while (total > limits.arrivingBytes) {
      const all = [...arriving];
      (all.find(({ bytes }) => bytes > SMALL_BYTES) ?? all[0])?.refuse();
    }
  };

  const receive = (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    const end = () => {
      if (!arriving.delete(body)) return;
      total -= body.bytes;
      chunks.length = 0;
    };
    const body: Arriving = {
      bytes: 0,
      refuse: () => {
        end();
        reject(request, response, 'too-many-bodies');
      },
    };
    arriving.add(body);
    request.on('data', (chunk: Buffer) => {
      if (!arriving.has(body)) return;
      chunks.push(chunk);
      body.bytes += chunk.length;
      total += chunk.length;
      if (body.bytes > limits.bodyBytes) {
        end();
        reject(request, response, 'too-large');
      } else makeRoom();
    });
    request.once('close', end);
    request.once('end', () => {
      if (!arriving.has(body)) return;
      const rawBody = Buffer.concat(chunks);
      end();
      listener(Object.assign(request, { rawBody }), response);
    });
  };

  return (request, response) => {
    const announced = Number(request.headers['content-length'] ?? 0);
    if (announced > limits.bodyBytes) return reject(request, response, 'too-large');
    // Bolt doesn't read the bodies of these requests.
    if (request.method !== 'POST' || request.url?.split('?', 1)[0] !== path) return listener(request, response);
    const isSmall = request.headers['transfer-encoding'] === undefined && announced <= UNSIGNED_BYTES;
    const unsigned = isSmall ? null : findUnsigned(request);
    if (unsigned) return reject(request, response, unsigned);
    return receive(request, response);
  };
}

/** @returns null if the request may be signed. */
function findUnsigned({ headers }: IncomingMessage): 'no-signature' | 'too-old' | null {
  const at = Number(headers['x-slack-request-timestamp'] ?? Number.NaN) * 1000;
  if (Number.isNaN(at) || !SIGNATURE.test(String(headers['x-slack-signature']))) return 'no-signature';
  return at < systemClock.now() - MAX_AGE_MS ? 'too-old' : null;
}

const STATUSES = { 'no-signature': 401, 'too-old': 401, 'too-large': 413, 'too-many-bodies': 503 } as const;
