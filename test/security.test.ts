import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = new URL('../docs/security.md', import.meta.url);
const [, threats = ''] = /^## Threats\n([\s\S]*?)\n## /m.exec(readFileSync(page, 'utf8')) ?? [];
const rows = threats.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| threat |'));

test('every threat links to its tests, and each of them exists', () => {
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) {
    const paths = [...row.matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => path);
    expect(paths, row).not.toEqual([]);
    expect(paths.filter((path) => !existsSync(new URL(path, page)))).toEqual([]);
  }
});
