import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
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

/** Links to `../../actions` lead to the repository's page where it is hosted. */
test.each(DOCUMENTS)('every file and heading that %s links to exists', (path) => {
  const missing = linksOf(path)
    .filter((link) => !/^(?:https?|mailto):|^\.\.\/\.\.\/actions\//.test(link))
    .filter((link) => {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : relative(ROOT, join(ROOT, dirname(path), file));
      if (!existsSync(join(ROOT, target))) return true;
      return anchor !== undefined && !anchorsOf(target).includes(anchor);
    });
  expect(missing).toEqual([]);
});

/** What the reader makes, or a build, or what a zip contains. */
const NOT_IN_CHECKOUT = new Set([
  ...['example.ts', './data/bot', './data/service', 'dist/main.cache'],
  ...['repo-main/tides/', '*.egg-info', '*.bak'],
]);

/** Where a path in a document may begin: the rooms are named without `src/` and `src/slack/`. */
const BEGINNINGS = ['.', 'src', 'src/slack'];

const isInCheckout = (path: string) =>
  BEGINNINGS.some((folder) => existsSync(join(ROOT, folder, path)) || existsSync(join(ROOT, folder, `${path}.ts`)));

const sourceFiles = [
  ...readdirSync(ROOT),
  ...['src', 'test', 'packages', 'build', 'docs'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => !path.includes('node_modules'))
      .map((path) => join(folder, path)),
  ),
];
const sourceNames = new Set(sourceFiles.map((path) => basename(path)));

/** `src/doctor/*-checks.ts`, `check-*.ts` */
function isPattern(pattern: string): boolean {
  const [first = '', ...others] = pattern.split('*').map((part) => part.replaceAll('.', String.raw`\.`));
  const matching = new RegExp(`(?:^|/)${[first, ...others].join('[^/]*')}$`);
  return sourceFiles.some((path) => matching.test(path));
}

/** In backticks: `src/core/verbs.ts`, `store/drops`, `packages/local-slack/page/`, `matrix-rows.ts`, `manifest.yml`. */
test.each(DOCUMENTS)('every source file that %s names exists', (path) => {
  const spans = [...read(path).matchAll(/`([\w.*-]+(?:\/[\w.*-]+)*\/?)`/g)].map(([, span = '']) => span);
  const named = spans.filter((span) => !/\/X(?:-record)?\.ts$/.test(span) && !NOT_IN_CHECKOUT.has(span));
  const patterns = named.filter((span) => /\w\S*\*|\*\S*\w/.test(span) && /[./]/.test(span));
  const plain = named.filter((span) => !span.includes('*'));
  const paths = plain.filter((span) => span.includes('/'));
  const names = plain.filter((span) => !span.includes('/') && /\.(?:tsx?|yml|css)$/.test(span));
  expect(patterns.filter((one) => !isPattern(one))).toEqual([]);
  expect(paths.filter((one) => !isInCheckout(one))).toEqual([]);
  expect(names.filter((one) => !sourceNames.has(one))).toEqual([]);
});

test('the README is short, and docs/README.md links to every page of docs', () => {
  expect(read('README.md').split('\n').length).toBeLessThan(120);
  const pages = DOCUMENTS.filter((path) => /^docs\/[^/]+$/.test(path) && path !== 'docs/README.md');
  const linked = linksOf('docs/README.md').map((link) => `docs/${link.replace(/#.*$/, '')}`);
  expect(linksOf('README.md')).toContain('docs/README.md');
  expect(pages.filter((page) => !linked.includes(page))).toEqual([]);
});
