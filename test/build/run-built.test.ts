import { spawnSync } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { makeFolder } from '../make-folder.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A fresh checkout, with nothing built. */
async function checkOut(): Promise<string> {
  const folder = await makeFolder();
  await cp(join(ROOT, 'package.json'), join(folder, 'package.json'));
  await cp(join(ROOT, 'build'), join(folder, 'build'), { recursive: true });
  return folder;
}

const run = (folder: string, script: string) =>
  spawnSync('npm', ['run', '--silent', script], { cwd: folder, encoding: 'utf8' });

const COMMANDS = [
  ['start', 'main.js'],
  ['doctor', 'doctor/main.js'],
  ['reencrypt', 'reencrypt/main.js'],
] as const;

test('before a build there is one sentence', async () => {
  const { status, stderr, stdout } = run(await checkOut(), 'start');
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  // npm itself may warn about the machine's configuration.
  const own = stderr.split('\n').filter((line) => line !== '' && !line.startsWith('npm '));
  expect(own).toEqual(['There is no build yet. Run npm run build, then this again.']);
});

test.each(COMMANDS)('npm run %s runs %s once it is built', async (script, file) => {
  const folder = await checkOut();
  await mkdir(join(folder, 'dist', file, '..'), { recursive: true });
  await writeFile(join(folder, 'dist', file), `process.stdout.write('this is ${file}'); process.exitCode = 3;`);
  expect(run(folder, script)).toMatchObject({ status: 3, stdout: `this is ${file}` });
});
