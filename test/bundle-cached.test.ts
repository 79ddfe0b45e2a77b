import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleCached } from '../build/bundle-cached.ts';

const run = promisify(execFile);

const PROGRAM = `
enum Word { Hello = 'hello' }
const greet = (name: string) => Word.Hello + ' ' + name.replace(/[“”🙂]/gu, '') + ' ' + new Error('here').stack;
process.stdout.write(greet(process.argv[2] ?? 'nobody'));
`;

let folder: string;
let program: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bundle-cached-'));
  program = join(folder, 'program.js');
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'program.ts'), PROGRAM);
  await bundleCached('program', join(folder, 'program.ts'), folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const said = async (...args: string[]) => (await run(process.execPath, args)).stdout;

test('the program runs, with its arguments', async () => {
  expect(await said(program, '“Ana🙂”')).toContain('hello Ana');
});

test('it is ASCII', async () => {
  expect(await readFile(join(folder, 'program.cjs'), 'utf8')).toMatch(/^[\t\n -~]+$/);
});

test('Node accepts its code cache', async () => {
  // In a process without flags, since they are part of what a cache is valid for.
  const check = `
    const { readFileSync } = require('node:fs');
    const source = require('node:module').wrap(readFileSync('program.cjs', 'utf8'));
    const script = new (require('node:vm').Script)(source, { cachedData: readFileSync('program.cache') });
    process.stdout.write(String(script.cachedDataRejected));`;
  const { stdout } = await run(process.execPath, ['-e', check], { cwd: folder });
  expect(stdout).toBe('false');
});

test('source maps work, for those who turn them on', async () => {
  expect(await said('--enable-source-maps', program, 'Ana')).toMatch(/program\.ts:3/);
});

test('without a usable code cache, it runs the same', async () => {
  await writeFile(join(folder, 'program.cache'), 'of another version of Node');
  expect(await said(program, 'Ana')).toContain('hello Ana');
  await rm(join(folder, 'program.cache'));
  expect(await said(program, 'Ana')).toContain('hello Ana');
});
