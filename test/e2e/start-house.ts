import {
  type Playground,
  type PlaygroundOptions,
  startPlayground,
} from '../../packages/playground/src/start-playground.ts';
import { createLogger } from '../../src/base/logger.ts';

export interface House extends Playground {
  /** What the bot has logged, a JSON line each. */
  logLines: string[];
}

/** The playground with its log kept in memory, and no notice about waiting unless a test asks for it. */
export async function startHouse(options: Omit<PlaygroundOptions, 'log'>): Promise<House> {
  const logLines: string[] = [];
  const log = createLogger('debug', [], { write: (line: string) => void logLines.push(line) });
  // Most shares are of one file: nothing more is waited for.
  const uploadTimes = { gatherMs: 10, ...options.uploadTimes };
  return { ...(await startPlayground({ waitNoticeMs: 60_000, ...options, uploadTimes, log })), logLines };
}
