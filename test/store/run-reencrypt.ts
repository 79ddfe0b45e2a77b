import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { makeFolder } from '../make-folder.ts';

const COMMAND = fileURLToPath(new URL('../../src/reencrypt/main.ts', import.meta.url));
const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

/** The command as a process of its own, with these settings and no other, until it ends. */
export async function runReencryptCommand(settings: Record<string, string>) {
  const child = spawn(process.execPath, ['--import', TSX, COMMAND], {
    cwd: await makeFolder(),
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, stdout, stderr };
}
