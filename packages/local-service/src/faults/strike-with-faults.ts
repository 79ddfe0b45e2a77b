import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pathOf } from '../http/request-log.ts';
import { answerWithFault } from './answer-with-fault.ts';
import type { FaultRule, Faults } from './faults.ts';

/** Applies faults, immediately or in place of the answer after a request was carried out. */
export function strikeWithFaults(server: FastifyInstance, faults: Faults, stopping: AbortSignal): void {
  const later = new WeakMap<FastifyRequest, FaultRule>();

  server.addHook('onRequest', async (request, reply) => {
    const rule = faults.take(request.method, pathOf(request));
    if (rule?.afterEffect) later.set(request, rule);
    else if (rule && (await answerWithFault(reply, rule.fault, stopping))) return reply;
  });

  // Wraps the handler rather than the answer, since a dropped connection must come before any answer.
  server.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = async function handleThenStrike(request, reply) {
      const answer: unknown = await handler.call(this, request, reply);
      const rule = later.get(request);
      if (rule && (await answerWithFault(reply, rule.fault, stopping))) return reply;
      return answer;
    };
  });
}
