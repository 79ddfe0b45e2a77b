import type { DestinationStream } from 'pino';

export type LogDestination = DestinationStream;

/** Standard output, as far as a log needs it. */
interface Output {
  isTTY?: boolean;
  write: (text: string) => unknown;
}

/**
 * JSON for whoever collects logs, one line each; lines for people where a person looks on. What is written here has
 * passed the mask.
 */
export async function openLogDestination(output: Output): Promise<LogDestination> {
  if (!output.isTTY) return { write: (line: string) => void output.write(line) };
  const { prettyFactory } = await import('pino-pretty');
  const toLine = prettyFactory({
    colorize: true,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname',
  });
  return { write: (line: string) => void output.write(toLine(line)) };
}
