import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { compiled } from '../compiled.ts';
import { makeFolder } from '../make-folder.ts';

/** The command as a process of its own, with these settings and no other, until it ends. */
export async function runReencryptCommand(settings: Record<string, string>) {
  const child = spawn(process.execPath, [await compiled('src/cli/reencrypt.ts')], {
    cwd: await makeFolder(),
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, stdout, stderr };
}
