import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { GOLDEN_CASES } from './golden-cases.ts';
import { HOMES } from './golden-homes.ts';
import { problemsOf } from './problems-of.ts';

/**
 * Every message, modal and edit as JSON, so that a review shows what people will see. CONTRIBUTING.md says how to
 * update them.
 */
describe.each(Object.entries(GOLDEN_CASES))('%s', (name, drawn) => {
  test('is drawn as it was', async () => {
    await expect(`${JSON.stringify(drawn, null, 2)}\n`).toMatchFileSnapshot(`../golden/${name}.json`);
  });

  test('is taken by Slack', () => {
    expect(problemsOf(drawn)).toEqual([]);
  });
});

test('no golden file is left of a case that is gone', async () => {
  const files = await readdir(new URL('../golden/', import.meta.url));
  const known = new Set(Object.keys({ ...GOLDEN_CASES, ...HOMES }).map((name) => `${name}.json`));
  expect(files.filter((file) => !known.has(file))).toEqual([]);
});
