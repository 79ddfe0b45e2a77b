import { collectDefaultMetrics, Registry } from 'prom-client';

let registry: Registry | null = null;

/**
 * What Node tells of the process: memory, CPU, files, garbage collection, delay of the event loop. There is one for all
 * bots of a process, since its monitors can only be started, never stopped.
 */
export function processRegistry(): Registry {
  if (!registry) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry });
  }
  return registry;
}
