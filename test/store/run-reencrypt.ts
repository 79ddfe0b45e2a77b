import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { compiled } from '../compiled.ts';
import { makeFolder } from '../make-folder.ts';

/** Runs the command to completion as a separate process with only these settings. */
export async function runReencryptCommand(settings: Record<string, string>) {
  const child = spawn(process.execPath, [await compiled('src/cli/reencrypt.ts')], {
    cwd: await makeFolder(),
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, stdout, stderr };
}
