import { Console } from 'node:console';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { ROOT } from './documents.ts';
import { makeFolder } from './make-folder.ts';
import { PACKAGES, readExample, readReadme } from './package-examples.ts';

const ownConsole = globalThis.console;
afterEach(() => {
  globalThis.console = ownConsole;
});

/** That one builds its page and starts a process: it runs in test/proof/package-readmes.proof.ts, with the type check. */
const HERE = PACKAGES.filter((name) => name !== 'playground');

test.each(HERE)('the example of %s prints what it shows', async (name) => {
  const { code, output } = readExample(name);
  expect(code).toContain(`from '@abilities-bot/${name}'`);
  const folder = await makeFolder();
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'example.ts'), code);
  const printed = new PassThrough();
  globalThis.console = new Console(printed);
  await import(join(folder, 'example.ts'));
  printed.end();
  expect(await text(printed)).toBe(output);
});

test.each(PACKAGES)('the README of %s is short', (name) => {
  expect(readReadme(name).split('\n').length).toBeLessThanOrEqual(70);
});
