import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const text = readFileSync(new URL('../SECURITY.md', import.meta.url), 'utf8');
const rows = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| what |'));

test('every threat names a test, and every test that is named is there', () => {
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) {
    const paths = [...row.matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => path);
    expect(paths, row).not.toEqual([]);
    expect(paths.filter((path) => !existsSync(new URL(`../${path}`, import.meta.url)))).toEqual([]);
  }
});
