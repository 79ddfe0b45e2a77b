import * as z from 'zod';
import type { Logger } from '../base/logger.ts';
import type { ConnectionWatch } from '../metrics/vitals.ts';
import type { Processes } from '../store/processes.ts';

/** Slack's first message on a socket, with the number of all sockets of the app. */
const Hello = z.object({ type: z.literal('hello'), num_connections: z.int().nonnegative() });

/** The number of sockets in a message of Slack; null if it is no hello. */
export function readSocketCount(data: unknown): number | null {
  // Every payload comes this way, and this one is short.
  if (typeof data !== 'string' || data.length > 2000) return null;
  try {
    return Hello.safeParse(JSON.parse(data)).data?.num_connections ?? null;
  } catch {
    return null;
  }
}

/**
 * Compares Slack's count with the processes of this setup each time a socket opens: Slack sends each request to only one
 * socket, so another bot on the same app token, or a dead socket, takes some of them away.
 */
export function countSockets(watch: ConnectionWatch, processes: Pick<Processes, 'countLiving'>, log: Logger): void {
  watch.whenCounted(async (sockets) => {
    try {
      const running = await processes.countLiving();
      watch.compared({ sockets, processes: running });
      if (sockets <= running) return log.info({ sockets, processes: running }, 'sockets counted by Slack');
      log.warn(
        { sockets, processes: running },
        `Slack counts ${sockets} sockets for this app, but only ${running} ${running === 1 ? 'process of this bot is' : 'processes of this bot are'} running. Slack sends each request to one of them: stop the other bot, or give it its own app.`,
      );
    } catch (error) {
      log.warn({ err: error, sockets }, 'could not compare sockets with processes');
    }
  });
}
