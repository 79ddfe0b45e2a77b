import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inspectPackage } from '../src/inspect-package.ts';
import { leaveOut } from '../src/pack/repack.ts';
import { DEFAULT_LIMITS } from '../src/package-limits.ts';
import { buildZip } from './build-zip.ts';
import { PLAIN } from './inspect-bytes.ts';
import { makeFolder } from './make-folder.ts';

const JUNK = [
  '__MACOSX/',
  '__MACOSX/._main.py',
  'tides/__pycache__/main.pyc',
  'tides/.git/HEAD',
  'tides/.env',
  'tides/.openhome.json',
  '.DS_Store',
];

async function sentOf(bytes: Buffer) {
  const folder = await makeFolder();
  const [source, target] = [join(folder, 'source.zip'), join(folder, 'target.zip')];
  await writeFile(source, bytes);
  await leaveOut(source, target);
  const inspect = (path: string) => inspectPackage(path, DEFAULT_LIMITS);
  return { before: await inspect(source), after: await inspect(target), zip: await readFile(target) };
}

test('what is sent is what was shown, to the last byte', async () => {
  const entries = [...PLAIN, ...JUNK.map((name) => ({ name, content: '' })), { name: 'tides/notes/' }];
  const { after, before, zip } = await sentOf(buildZip({ entries }));
  expect(after).toMatchObject({ files: before.files, layout: 'single-folder', warnings: [] });
  expect(after.contentDigest).toBe(before.contentDigest);
  // A folder of the package itself is not junk.
  expect(zip.includes('tides/notes/')).toBe(true);
});

test('the same contents produce the same bytes, regardless of the junk next to them', async () => {
  const plain = await sentOf(buildZip({ entries: PLAIN }));
  const littered = await sentOf(buildZip({ entries: [...JUNK.map((name) => ({ name })), ...PLAIN.toReversed()] }));
  expect(littered.zip).toEqual(plain.zip);
});
