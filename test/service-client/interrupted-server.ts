import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import { listenOnAnyPort } from './listen-on-any-port.ts';

export interface InterruptedServer {
  baseUrl: string;
  /** Resolves once the first request has ended: true if all of it arrived. */
  arrivedWhole: Promise<boolean>;
}

/**
 * A server that calls `interrupt` when a request begins, before it reads the body, and never responds. Closed when the
 * test ends.
 */
export async function startInterruptedServer(interrupt: () => void): Promise<InterruptedServer> {
  const server = createServer();
  const arrivedWhole = new Promise<boolean>((resolve) => {
    server.once('request', (request) => {
      request.once('close', () => resolve(request.complete));
      interrupt();
      // With an unread body the closed connection would go unnoticed.
      request.resume();
    });
  });
  const { baseUrl, close } = await listenOnAnyPort(server);
  onTestFinished(close);
  return { baseUrl, arrivedWhole };
}
