import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
let compiled: Promise<string> | null = null;

/** The path of bot-main as JavaScript, made once: a process that is killed every second should start in less. */
export const compileBot = async (): Promise<string> => join(await compileOnce(), 'test', 'proof', 'bot-main.js');

/** The same of a file of the bot's own, such as `main.ts`, for tests that start it often. */
export const compiledSource = async (path: string): Promise<string> =>
  join(await compileOnce(), 'src', path.replace(/\.ts$/, '.js'));

function compileOnce(): Promise<string> {
  compiled ??= compile();
  return compiled;
}

async function compile(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'abilities-compiled-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const project = join(ROOT, 'test', 'proof', 'tsconfig.json');
  await promisify(execFile)(process.execPath, [tsc, '-p', project, '--outDir', folder]);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  return folder;
}
