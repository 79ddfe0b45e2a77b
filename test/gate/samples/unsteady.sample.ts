import { existsSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** Red the first time that it runs, green afterwards. */
describe('a menu', () => {
  test('opens twice', () => {
    const seen = process.env.SAMPLE_SEEN ?? '';
    const isFirst = !existsSync(seen);
    writeFileSync(seen, '');
    expect(isFirst).toBe(false);
  });
  test('closes', () => {});
});
