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
