import { expect, test } from 'vitest';
import { isPackageProblem } from '../src/package-problem-error.ts';
import { buildZip, type EntryPlan } from './build-zip.ts';
import { inspectBytes, PLAIN } from './inspect-bytes.ts';

/** Whether the refusal of these bytes says that they look like an Ability. */
async function holdsMain(bytes: Buffer): Promise<boolean> {
  const refusal: unknown = await inspectBytes(bytes).catch((error: unknown) => error);
  if (!isPackageProblem(refusal)) throw new Error('The bytes were not refused.', { cause: refusal });
  return refusal.holdsMain;
}

const ENCRYPTED: EntryPlan = { name: 'tides/x', flags: 1 };

test.each<[string, boolean, Buffer]>([
  ['cut off', true, buildZip({ entries: PLAIN }).subarray(0, -9)],
  ['encrypted', true, buildZip({ entries: [...PLAIN, ENCRYPTED] })],
  ['of another program, with backslashes', true, buildZip({ entries: [{ name: 'a\\main.py' }, ENCRYPTED] })],
  ['at the root', true, buildZip({ entries: [{ name: 'background.py' }, ENCRYPTED] })],
  [
    'far into the file',
    true,
    buildZip({ entries: [{ name: 'a', content: Buffer.alloc(200_000), method: 0 }, ...PLAIN, ENCRYPTED] }),
  ],
  ['without main.py', false, buildZip({ entries: [{ name: 'a/domain.py' }, { name: 'a/main.py/b' }, ENCRYPTED] })],
  ['in a virtual environment', false, buildZip({ entries: [{ name: 'a/.venv/main.py' }, ENCRYPTED] })],
  ['no zip', false, Buffer.from('hello, main.py')],
])('%s: %s', async (_what, expected, bytes) => {
  expect(await holdsMain(bytes)).toBe(expected);
});
