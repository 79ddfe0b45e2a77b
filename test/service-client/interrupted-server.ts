import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import { listenOnAnyPort } from './listen-on-any-port.ts';

export interface InterruptedServer {
  baseUrl: string;
  /** Once the first request has ended: whether all of it arrived. */
  arrivedWhole: Promise<boolean>;
}

/** A server that calls `interrupt` when a request begins, before it reads the body, and answers nothing. Ends with the test. */
export async function startInterruptedServer(interrupt: () => void): Promise<InterruptedServer> {
  const server = createServer();
  const arrivedWhole = new Promise<boolean>((resolve) => {
    server.once('request', (request) => {
      request.once('close', () => resolve(request.complete));
      interrupt();
      // A body that nobody reads would hide that its connection is closed.
      request.resume();
    });
  });
  const { baseUrl, close } = await listenOnAnyPort(server);
  onTestFinished(close);
  return { baseUrl, arrivedWhole };
}
