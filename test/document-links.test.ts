import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const markdownIn = (folder: string) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
const READMES = readdirSync(join(ROOT, 'packages')).map((name) => join('packages', name, 'README.md'));

test.each([...markdownIn('.'), ...markdownIn('docs'), ...READMES])('every file that %s links to is there', (path) => {
  const links = [...readFileSync(join(ROOT, path), 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => to);
  const files = links.filter((to) => !/^(https?:|mailto:|#)/.test(to)).map((to) => to.replace(/#.*$/, ''));
  expect(files.filter((to) => !existsSync(join(ROOT, dirname(path), to)))).toEqual([]);
});

/** Written as code: `src/core/verbs.ts`, `packages/local-slack/page/`, or without the folder that the table names. */
test.each([...markdownIn('.'), ...markdownIn('docs')])('every source file that %s names is there', (path) => {
  const named = readFileSync(join(ROOT, path), 'utf8').matchAll(/`((?:src|test|packages|docs|build)\/[\w./-]+)`/g);
  const files = [...named].map(([, file = '']) => file);
  expect(files.filter((file) => !file.endsWith('/X.ts') && !existsSync(join(ROOT, file)))).toEqual([]);
});
