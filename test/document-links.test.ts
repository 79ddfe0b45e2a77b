import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { DOCUMENTS, ROOT } from './documents.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** Markdown links and images, and images of a fixed width. */
const linksOf = (path: string) =>
  [...read(path).matchAll(/\]\(([^)\s]+)\)|<img src="([^"]+)"/g)].map(([, link, image]) => link ?? image ?? '');

/** The anchors that GitHub makes from headings. */
const anchorsOf = (path: string) =>
  [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test.each(DOCUMENTS)('every file and heading that %s links to exists', (path) => {
  const missing = linksOf(path)
    .filter((link) => !/^(?:https?|mailto):/.test(link))
    .filter((link) => {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : relative(ROOT, join(ROOT, dirname(path), file));
      if (!existsSync(join(ROOT, target))) return true;
      return anchor !== undefined && !anchorsOf(target).includes(anchor);
    });
  expect(missing).toEqual([]);
});

/** In backticks: `src/core/verbs.ts`, `packages/local-slack/page/`. */
test.each(DOCUMENTS)('every source file that %s names exists', (path) => {
  const named = read(path).matchAll(/`((?:src|test|packages|docs|build)\/[\w./-]+)`/g);
  const files = [...named].map(([, file = '']) => file);
  expect(files.filter((file) => !file.endsWith('/X.ts') && !existsSync(join(ROOT, file)))).toEqual([]);
});

test('the README is short, and links to every page of docs', () => {
  expect(read('README.md').split('\n').length).toBeLessThan(150);
  const pages = DOCUMENTS.filter((path) => /^docs\/[^/]+$/.test(path));
  const linked = linksOf('README.md').map((link) => link.replace(/#.*$/, ''));
  expect(pages.filter((page) => !linked.includes(page))).toEqual([]);
});
