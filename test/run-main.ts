import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import * as z from 'zod';
import { compiled } from './compiled.ts';
import { makeFolder } from './make-folder.ts';

/** The fields of a log line that tests read; warnings are at 40, errors at 50. */
const LogLine = z.object({
  level: z.number(),
  msg: z.string().default(''),
  port: z.number().optional(),
  step: z.string().optional(),
});
type LogLine = z.infer<typeof LogLine>;

export interface Ended {
  /** Null if a signal ended it. */
  code: number | null;
  log: LogLine[];
  stdout: string;
  stderr: string;
}

export interface MainProcess {
  pid: number;
  /** The first log line with this text, once it appears. @throws if the process ends without it. */
  logged: (words: string) => Promise<LogLine>;
  stop: (signal: NodeJS.Signals) => void;
  /** Reads no more of its standard output, like `head` after its lines. */
  closeOutput: () => Promise<void>;
  /** Once this is on its standard error. @throws if the process ends without it. */
  warned: (words: string) => Promise<void>;
  ended: Promise<Ended>;
}

/**
 * The bot as a separate process with only these settings, until the test ends.
 * @param folder working directory, where it looks for a .env; defaults to an empty one.
 * @param maxFileBytes limit for each file it writes, to simulate a full disk.
 */
export async function runMain(
  settings: Record<string, string>,
  folder?: string,
  maxFileBytes?: number,
): Promise<MainProcess> {
  // The shell counts blocks of 512 bytes.
  const limit = maxFileBytes === undefined ? 'unlimited' : Math.ceil(maxFileBytes / 512);
  const limited = `ulimit -f ${limit} && exec "$0" "$@"`;
  const child = spawn('/bin/sh', ['-c', limited, process.execPath, await compiled('src/main.ts')], {
    cwd: folder ?? (await makeFolder()),
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  const lines: string[] = [];
  const output = createInterface({ input: child.stdout });
  output.on('line', (line) => void lines.push(line));
  const stderr = text(child.stderr);
  let warnings = '';
  child.stderr.on('data', (chunk: Buffer) => {
    warnings += chunk.toString();
  });
  const log = () => lines.map((line) => LogLine.parse(JSON.parse(line)));

  const { pid } = child;
  if (pid === undefined) throw new Error('The bot could not be started.');

  return {
    pid,
    logged: async (words) => {
      const find = () => log().find(({ msg }) => msg.includes(words));
      while (!find()) await Promise.race([once(output, 'line'), closed.then(async () => fail(words, await stderr))]);
      return find() ?? fail(words, '');
    },
    stop: (signal) => void child.kill(signal),
    closeOutput: async () => {
      child.stdout.destroy();
      await once(child.stdout, 'close');
    },
    warned: async (words) => {
      while (!warnings.includes(words))
        await Promise.race([once(child.stderr, 'data'), closed.then(async () => fail(words, await stderr))]);
    },
    ended: closed.then(async () => ({
      code: child.exitCode,
      log: log(),
      stdout: lines.join('\n'),
      stderr: await stderr,
    })),
  };
}

function fail(words: string, stderr: string): never {
  throw new Error(`The bot ended without logging "${words}". ${stderr}`);
}
