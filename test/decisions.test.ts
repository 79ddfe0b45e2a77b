import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync(new URL('../docs/decisions.md', import.meta.url), 'utf8');
const [decisions = ''] = page.split('\n## Dependencies');
const paragraphs = decisions.split('\n\n').filter((text) => text.includes('**'));

test('every decision has a number of its own and a day', () => {
  expect(paragraphs.length).toBeGreaterThan(50);
  const heads = paragraphs.map((text) => /^(\d+) · \d{4}-\d\d-\d\d · \*\*/.exec(text)?.[1] ?? text);
  expect(heads.filter((number) => !/^\d+$/.test(number))).toEqual([]);
  expect(new Set(heads).size).toBe(heads.length);
});
