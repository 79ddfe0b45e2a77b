import {
  type Playground,
  type PlaygroundOptions,
  startPlayground,
} from '../../packages/playground/src/start-playground.ts';
import { createLogger } from '../../src/base/logger.ts';

export interface House extends Playground {
  /** The bot's log, one JSON line each. */
  logLines: string[];
}

/** The playground with its log in memory, and no wait notice unless a test asks for one. */
export async function startHouse(options: Omit<PlaygroundOptions, 'log'>): Promise<House> {
  const logLines: string[] = [];
  const log = createLogger('debug', [], { write: (line: string) => void logLines.push(line) });
  // Most shares have one file, so nothing more is waited for.
  const uploadTimes = { gatherMs: 10, ...options.uploadTimes };
  return { ...(await startPlayground({ waitNoticeMs: 60_000, ...options, uploadTimes, log })), logLines };
}
