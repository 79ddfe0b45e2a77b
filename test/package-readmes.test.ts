import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PACKAGES = readdirSync(join(ROOT, 'packages'));

/** The first code block in TypeScript, and the block of text after it. */
const EXAMPLE = /^```ts\n(?<code>.*?)^```\n+^```text\n(?<output>.*?)^```$/ms;

const readReadme = (name: string) => readFileSync(join(ROOT, 'packages', name, 'README.md'), 'utf8');

/** Not bundled: the playground builds its page and starts the bot from their sources. */
async function runExample(code: string) {
  const folder = await makeFolder();
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'example.ts'), code);
  const { PATH, TMPDIR } = process.env;
  const child = spawn(process.execPath, ['--import', 'tsx', 'example.ts'], {
    cwd: folder,
    env: { PATH, TMPDIR },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code: child.exitCode, stdout, stderr };
}

describe.each(PACKAGES)('the README of %s', (name) => {
  test('has an example that prints what it shows', async () => {
    const { code = '', output } = EXAMPLE.exec(readReadme(name))?.groups ?? {};
    expect(code).toContain(`from '@abilities-bot/${name}'`);
    const ran = await runExample(code);
    expect({ code: ran.code, stdout: ran.stdout }, ran.stderr).toEqual({ code: 0, stdout: output });
  });

  test('is short', () => {
    expect(readReadme(name).split('\n').length).toBeLessThanOrEqual(70);
  });
});
