import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { StoreOptions } from '../../src/store/store.ts';
import { compiled } from '../compiled.ts';

type Work = 'add-uploads' | 'claim-uploads' | 'put-package';

/** A separate process that does its work on this store; killed when the test ends. */
export async function startStoreProcess(work: Work, options: StoreOptions, ...more: string[]) {
  const child = spawn(
    process.execPath,
    [await compiled(`test/store/processes/${work}.ts`), JSON.stringify(options), ...more],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const closed = once(child, 'close');
  const output = createInterface({ input: child.stdout });
  const lines: string[] = [];
  output.on('line', (line) => void lines.push(line));
  const stderr = text(child.stderr);
  const kill = async () => {
    child.kill('SIGKILL');
    await closed;
  };
  onTestFinished(kill);
  return {
    lines,
    kill,
    /** Resolves when this many lines have been printed. @throws if the process ends first. */
    printed: async (count: number): Promise<void> => {
      const ended = closed.then(async () => Promise.reject(new Error(`The process ended. ${await stderr}`)));
      while (lines.length < count) await Promise.race([once(output, 'line'), ended]);
      ended.catch(() => undefined);
    },
    /** Its complete standard error output. */
    ended: closed.then(() => stderr),
  };
}
