import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './documents.ts';

/** “From `path`:”, and the block that follows. */
const QUOTE = /From `([^`]+\.ts)`:\n\n```ts\n([\s\S]*?)```/g;

test('what CONTRIBUTING quotes is in the file that it names, line by line and in this order', async () => {
  const quotes = [...(await readFile(join(ROOT, 'CONTRIBUTING.md'), 'utf8')).matchAll(QUOTE)];
  expect(quotes.length).toBeGreaterThan(1);
  for (const [, path = '', block = ''] of quotes) {
    const lines = (await readFile(join(ROOT, path), 'utf8')).split('\n');
    let from = 0;
    for (const quoted of block.split('\n').filter((line) => line !== '')) {
      const at = lines.indexOf(quoted, from);
      expect({ path, quoted, isThere: at >= 0 }).toEqual({ path, quoted, isThere: true });
      from = at + 1;
    }
  }
});
