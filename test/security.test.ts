import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = new URL('../docs/security.md', import.meta.url);
const text = readFileSync(page, 'utf8');

/** The rows of all tables of a section, without their heads. */
function rowsOf(section: string): string[] {
  const [, body = ''] = text.split(`\n## ${section}\n`);
  const [own = ''] = body.split('\n## ');
  return own.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| threat |'));
}

const threats = rowsOf('Threats').map((row) => /^\| \*\*(.+?)\*\*/.exec(row)?.[1] ?? row);
const tested = rowsOf('Tests');

test('every threat has a row of tests, in the same order', () => {
  expect(threats.length).toBeGreaterThan(10);
  expect(tested.map((row) => row.split(' | ')[0])).toEqual(threats.map((name) => `| ${name}`));
});

test('each row links to tests that exist', () => {
  for (const row of tested) {
    const paths = [...row.matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => path);
    expect(paths, row).not.toEqual([]);
    expect(paths.filter((path) => !existsSync(new URL(path, page)))).toEqual([]);
  }
});
