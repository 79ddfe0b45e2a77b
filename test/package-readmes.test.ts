import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import { ROOT } from './documents.ts';
import { makeFolder } from './make-folder.ts';
import { PACKAGES, readExample, readReadme } from './package-examples.ts';

afterEach(() => void vi.restoreAllMocks());

/** That one builds its page and starts a process: it runs in test/proof/package-readmes.proof.ts, with the type check. */
const HERE = PACKAGES.filter((name) => name !== 'playground');

test.each(HERE)('the example of %s prints what it shows', async (name) => {
  const { code, output } = readExample(name);
  expect(code).toContain(`from '@abilities-bot/${name}'`);
  const folder = await makeFolder();
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'example.ts'), code);
  let printed = '';
  vi.spyOn(console, 'log').mockImplementation((...values) => {
    printed += `${format(...values)}\n`;
  });
  await import(join(folder, 'example.ts'));
  expect(printed).toBe(output);
});

test.each(PACKAGES)('the README of %s is short', (name) => {
  expect(readReadme(name).split('\n').length).toBeLessThanOrEqual(70);
});
