import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../documents.ts';
import { PACKAGES, readExample } from '../package-examples.ts';

const closers: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

/** A folder where the examples run as if they were saved in the repository. */
async function saveExamples(names: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'abilities-readmes-'));
  closers.push(() => rm(folder, { recursive: true }));
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
  closers.push(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code: child.exitCode, stdout, stderr };
}

/** Runs the examples one after another, with a line before each: loading the sources takes most of the time. */
const RUN_ALL = `
for (const name of process.argv.slice(2)) {
  console.log(\`== \${name}\`);
  await import(\`./\${name}.ts\`);
}`;

/** Far more than they need: other tests share the machine. */
const LONG_MS = 4 * 60_000;

describe('the examples', () => {
  let folder: string;
  let ran: Awaited<ReturnType<typeof runNode>>;
  beforeAll(async () => {
    folder = await saveExamples(PACKAGES);
    await writeFile(join(folder, 'run-all.ts'), RUN_ALL);
    // Not bundled: the playground builds its page and starts the bot from their sources.
    ran = await runNode(folder, ['--import', 'tsx', 'run-all.ts', ...PACKAGES]);
  }, LONG_MS);

  test.each(PACKAGES)('that of %s prints what it shows', (name) => {
    const { code, output } = readExample(name);
    expect(code).toContain(`from '@abilities-bot/${name}'`);
    expect(ran.stdout, ran.stderr).toContain(`== ${name}\n${output}`);
  });

  test('print nothing else, and end', () => {
    const all = PACKAGES.map((name) => `== ${name}\n${readExample(name).output}`).join('');
    expect({ code: ran.code, stdout: ran.stdout }, ran.stderr).toEqual({ code: 0, stdout: all });
  });

  test('pass the type check, which starting them skips', { timeout: LONG_MS }, async () => {
    const config = { extends: join(ROOT, 'tsconfig.json'), files: PACKAGES.map((name) => `${name}.ts`), include: [] };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const checked = await runNode(folder, [join(ROOT, 'node_modules/typescript/bin/tsc')]);
    expect(checked).toMatchObject({ code: 0, stdout: '' });
  });
});
