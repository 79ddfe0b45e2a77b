import { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** In milliseconds: so long a request may be on its way behind its connection. */
const LAST_WORDS_MS = 50;

/**
 * Takes requests for `delayMs` more, in which a load balancer learns to send no more, and then no more connections. Without the
 * delay, who connects in the moment of closing is cut off by the system before this process sees them. Who is connected already
 * may still say what they came for, which an HTTP server's own `close` does not let them: that click would be lost, since
 * no proxy sends again what was sent.
 */
export async function stopListening(server: unknown, delayMs: number): Promise<void> {
  if (!(server instanceof Server)) return;
  // Even without a delay: whoever waits for the event loop is taken first.
  await wait(delayMs);
  NetServer.prototype.close.call(server);
  await wait(LAST_WORDS_MS);
}
