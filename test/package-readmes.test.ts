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

/** The first TypeScript code block and the text block after it. */
const EXAMPLE = /^```ts\n(?<code>.*?)^```\n+^```text\n(?<output>.*?)^```$/ms;

const readReadme = (name: string) => readFileSync(join(ROOT, 'packages', name, 'README.md'), 'utf8');

function readExample(name: string): { code: string; output: string } {
  const { code, output } = EXAMPLE.exec(readReadme(name))?.groups ?? {};
  if (code === undefined || output === undefined)
    throw new Error(`The README of ${name} has no example with its output.`);
  return { code, output };
}

/** A folder where the examples run as if they were saved in the repository. */
async function saveExamples(names: readonly string[]): Promise<string> {
  const folder = await makeFolder();
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  for (const name of names) await writeFile(join(folder, `${name}.ts`), readExample(name).code);
  return folder;
}

async function runNode(folder: string, args: readonly string[]) {
  const { PATH, TMPDIR } = process.env;
  const child = spawn(process.execPath, args, {
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
    const { code, output } = readExample(name);
    expect(code).toContain(`from '@abilities-bot/${name}'`);
    // Not bundled: the playground builds its page and starts the bot from their sources.
    const ran = await runNode(await saveExamples([name]), ['--import', 'tsx', `${name}.ts`]);
    expect({ code: ran.code, stdout: ran.stdout }, ran.stderr).toEqual({ code: 0, stdout: output });
  });

  test('is short', () => {
    expect(readReadme(name).split('\n').length).toBeLessThanOrEqual(70);
  });
});

test('the examples pass the type check, which starting them skips', async () => {
  const folder = await saveExamples(PACKAGES);
  const config = { extends: join(ROOT, 'tsconfig.json'), files: PACKAGES.map((name) => `${name}.ts`), include: [] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const ran = await runNode(folder, [join(ROOT, 'node_modules/typescript/bin/tsc')]);
  expect(ran).toMatchObject({ code: 0, stdout: '' });
});
