import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Fault } from './faults.ts';

/**
 * Applies a fault to an answer. False if the fault is only a delay, so the real answer must follow.
 * @param stopping ends a delay early when the service stops.
 */
export async function answerWithFault(reply: FastifyReply, fault: Fault, stopping: AbortSignal): Promise<boolean> {
  switch (fault.kind) {
    case 'delay':
      await wait(fault.ms, undefined, { signal: stopping }).catch(() => undefined);
      return false;
    case 'reset':
      reply.hijack();
      reply.raw.destroy();
      return true;
    case 'silent':
      reply.hijack();
      // Drains the request, so that the client waits for the answer, not for its upload.
      reply.request.raw.resume();
      stopping.addEventListener('abort', () => reply.raw.destroy(), { once: true });
      return true;
    case 'drip':
      reply.hijack();
      reply.request.raw.resume();
      drip(reply.raw, stopping);
      return true;
    case 'status':
      reply
        .code(fault.status)
        .headers(fault.headers ?? {})
        .send(fault.body);
      return true;
    case 'html':
      reply
        .code(fault.status ?? 200)
        .type('text/html; charset=utf-8')
        .send('<!doctype html><title>Please log in</title>');
      return true;
    case 'truncated':
      reply.type('application/json; charset=utf-8').send('{"detail": "cut off in the mid');
      return true;
    case 'wrong-shape':
      reply.send(fault.body ?? { unexpected: [{ shape: true }] });
      return true;
    case 'redirect':
      reply.redirect(fault.location, fault.status ?? 301);
      return true;
  }
}

const DRIP_MS = 20;

/** Leading spaces are valid JSON, so a client with only an idle timeout waits forever. */
function drip(response: ServerResponse, stopping: AbortSignal): void {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
  const timer = setInterval(() => response.write(' '), DRIP_MS);
  const stop = () => response.destroy();
  stopping.addEventListener('abort', stop, { once: true });
  response.once('close', () => {
    clearInterval(timer);
    stopping.removeEventListener('abort', stop);
  });
}
