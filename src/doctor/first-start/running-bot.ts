import { isIPv6 } from 'node:net';
import * as z from 'zod';
import type { VitalSigns } from '../../metrics/vitals.ts';

/** The part of /readyz that tells of the bot itself. */
const Ready = z.object({
  mode: z.enum(['socket', 'http']),
  slack: z.object({ state: z.enum(['connected', 'away', 'http']), age: z.number().nullable() }),
  lastEvent: z.object({ age: z.number().nullable() }),
});

const WITHIN_MS = 3000;

/** What a bot that listens on this port of this machine says of itself; null when nothing does that is one. */
export async function askRunningBot(
  host: string,
  port: number,
): Promise<Pick<VitalSigns, 'lastEventAge' | 'connection'> | null> {
  try {
    const answer = await fetch(`http://${isIPv6(host) ? `[${host}]` : host}:${port}/readyz`, {
      signal: AbortSignal.timeout(WITHIN_MS),
    });
    const { lastEvent, slack } = Ready.parse(await answer.json());
    const connection = slack.state === 'http' ? null : { isConnected: slack.state === 'connected', age: slack.age };
    return { lastEventAge: lastEvent.age, connection };
  } catch {
    return null;
  }
}
