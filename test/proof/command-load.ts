import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import { compiled } from '../compiled.ts';

/** Commands to type, cycling through these people and lines. */
export interface CommandLoad {
  port: number;
  signingSecret: string;
  perSecond: number;
  seconds: number;
  teamId: string;
  channelId: string;
  userIds: string[];
  lines: string[];
}

/** In milliseconds. */
const Spread = z.object({ count: z.number(), p50: z.number(), p99: z.number(), max: z.number() });
const LoadReport = z.object({
  sent: z.number(),
  /** The rate achieved. */
  perSecond: z.number(),
  /** The sender's own maximum delay. */
  mostBehindMs: z.number(),
  acks: Spread,
  /** From sending to the answer at the response URL. */
  answers: Spread,
  mistakes: z.number(),
  /** The first errors, in sentences. */
  wrong: z.array(z.string()),
});
export type LoadReport = z.infer<typeof LoadReport>;

/** Types them from a separate process, so that nothing else here slows it down. */
export async function sendCommands(load: CommandLoad): Promise<LoadReport> {
  const entry = await compiled('test/proof/send-commands.ts');
  const child = spawn(process.execPath, [entry, JSON.stringify(load)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return LoadReport.parse(JSON.parse(output));
}
