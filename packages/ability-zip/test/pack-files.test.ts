import { createHash, randomBytes } from 'node:crypto';
import { readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inspectPackage } from '../src/inspect-package.ts';
import { packFiles } from '../src/pack/pack-files.ts';
import { DEFAULT_LIMITS } from '../src/package-limits.ts';
import { buildZip } from './build-zip.ts';
import { PLAIN } from './inspect-bytes.ts';
import { makeFolder } from './make-folder.ts';
import { readByDirectory } from './read-by-directory.ts';
import { readFromStart } from './read-from-start.ts';

async function pack(files: Record<string, string | Buffer>) {
  const folder = await makeFolder();
  const packed: { path: string; source: string }[] = [];
  for (const [path, content] of Object.entries(files)) {
    const source = join(folder, `part-${packed.length}`);
    await writeFile(source, content);
    await utimes(source, packed.length + 1, packed.length + 1);
    packed.push({ path, source });
  }
  const target = join(folder, 'packed.zip');
  await packFiles(packed, target);
  return { target, zip: await readFile(target) };
}

test('holds the files, stored, and every reader sees the same', async () => {
  const noise = randomBytes(200_000);
  // A reader must not mistake a zip inside it for entries.
  const { target, zip } = await pack({
    'main.py': 'x = 1\n',
    '__init__.py': '',
    'é.bin': noise,
    'b.dat': buildZip({ entries: PLAIN }),
  });
  const report = await inspectPackage(target, DEFAULT_LIMITS);
  expect(report.files.map(({ path }) => path)).toEqual(['__init__.py', 'b.dat', 'main.py', 'é.bin']);
  expect(report.files.at(-1)?.sha256).toBe(createHash('sha256').update(noise).digest('hex'));
  const read = report.files.map(({ path, sha256 }) => [path, sha256]);
  expect(readFromStart(zip, 0)).toEqual(read);
  expect(await readByDirectory(zip, 0)).toEqual(read);
  expect((await stat(target)).mode & 0o777).toBe(0o600);
});

test('the same files produce the same bytes in any order and with any timestamps', async () => {
  const first = await pack({ 'main.py': 'x', 'a.txt': 'y' });
  const second = await pack({ 'a.txt': 'y', 'main.py': 'x' });
  expect(second.zip).toEqual(first.zip);
});

test.each(['../main.py', 'a\\b.py', '/main.py', 'a\0'])('a name that no zip may hold: %j', async (path) => {
  await expect(pack({ [path]: '' })).rejects.toMatchObject({ name: 'PackageProblemError' });
});
