import * as z from 'zod';
import type { Logger } from '../base/logger.ts';
import type { ConnectionWatch } from '../metrics/vitals.ts';
import type { Processes } from '../store/processes.ts';

/** Slack's first message on a socket, with the number of the app's open sockets. */
const Hello = z.object({ type: z.literal('hello'), num_connections: z.int().nonnegative() });

/** The number of sockets in Slack's first message; null for any other message. */
export function readSocketCount(data: unknown): number | null {
  // Rules out most messages quickly, because every payload arrives here and the first message is short.
  if (typeof data !== 'string' || data.length > 2000) return null;
  try {
    return Hello.safeParse(JSON.parse(data)).data?.num_connections ?? null;
  } catch {
    return null;
  }
}

/**
 * Compares the number of sockets that Slack reports with the running processes, whenever a socket opens. Slack sends
 * each request to only one socket, so another bot with the same app token, or a dead socket, takes some of the
 * requests.
 */
export function countSockets(watch: ConnectionWatch, processes: Pick<Processes, 'countLiving'>, log: Logger): void {
  watch.whenCounted(async (sockets) => {
    try {
      const running = await processes.countLiving();
      watch.compared({ sockets, processes: running });
      if (sockets <= running) return log.info({ sockets, processes: running }, 'sockets counted by Slack');
      log.warn(
        { sockets, processes: running },
        `Slack counts ${sockets} sockets for this app, but only ${running} ${running === 1 ? 'process of this bot is' : 'processes of this bot are'} running. Slack sends each request to only one socket: stop the other bot, or give it its own app.`,
      );
    } catch (error) {
      log.warn({ err: error, sockets }, 'could not compare sockets with processes');
    }
  });
}
