import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Category } from '@abilities-bot/service-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { flattenPackage } from '../src/packages/flatten-package.ts';
import { inspectPackage, type PackageLayout } from '../src/packages/inspect-package.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';
import { validZip, zipOf } from './upload-form.ts';

let directory: Awaited<ReturnType<typeof makeTemporaryDirectory>>;
beforeAll(async () => {
  directory = await makeTemporaryDirectory();
});
afterAll(() => directory.remove());

async function inspect(
  zip: Buffer,
  layout: PackageLayout = 'single-directory',
  forbidden?: string[],
  category?: Category,
): Promise<void> {
  const path = join(directory.path, 'package.zip');
  await writeFile(path, zip);
  return inspectPackage(path, layout, forbidden, category);
}

/** Renames an entry in both headers to another name of the same length. */
const renamed = (zip: Buffer, from: string, to: string) =>
  Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');

describe('a package is read to its last byte', () => {
  test('a good one passes', async () => {
    await expect(inspect(await validZip())).resolves.toBeUndefined();
  });

  // Other unsafe or unreadable content is covered by the tests of ability-zip.
  test.each([
    ['a truncated one', (zip: Buffer) => zip.subarray(0, -30), 'The zip is incomplete'],
    [
      'damaged content',
      (zip: Buffer) => zip.fill(0xff, 39, 45),
      'The zip is damaged: “a/main.py” cannot be decompressed',
    ],
    [
      'an entry that leaves its directory',
      (zip: Buffer) => renamed(zip, 'a/xx/evil', 'a/../evil'),
      'leaves its folder',
    ],
    ['the same name twice', (zip: Buffer) => renamed(zip, 'a/xx/evil', 'a/main.py'), '“a/main.py” is in the zip twice'],
    ['another file', () => Buffer.from('<html>Please log in</html>'), 'The file is a web page, not a zip'],
  ])('%s does not', async (_what, change, message) => {
    const zip = await zipOf({ 'a/main.py': 'print("hello")\n'.repeat(50), 'a/xx/evil': '' });
    await expect(inspect(change(zip))).rejects.toMatchObject({
      name: 'PackageError',
      message: expect.stringContaining(message),
    });
  });

  test('one with more than 1,000 entries does not', async () => {
    const files = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`a/${index}`, '']));
    await expect(inspect(await zipOf(files))).rejects.toThrow('the limit is 1000');
  });

  test('one that inflates to more than 50 MiB does not', async () => {
    const files = { 'a/main.py': '', 'a/bomb': '0'.repeat(51 * 1024 * 1024) };
    await expect(inspect(await zipOf(files))).rejects.toThrow('unpacks to more than the limit of 52 MB');
  });

  test('a file that is not there is no fault of the package', async () => {
    const gone = join(directory.path, 'gone.zip');
    await expect(inspectPackage(gone, 'flat')).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('the layout', () => {
  const EXPECTED = 'Expected a single top-level directory in ability zipfile';

  test.each([
    ['two directories', { 'a/main.py': '', 'b/x': '' }, EXPECTED],
    ['an empty second directory', { 'a/main.py': '', 'b/': '' }, EXPECTED],
    ['files at the root', { 'main.py': '' }, EXPECTED],
    ['main.py in a deeper directory', { 'a/b/main.py': '' }, 'main.py file not found'],
  ])('of an upload: %s', async (_what, files, message) => {
    await expect(inspect(await zipOf(files))).rejects.toMatchObject({ name: 'PackageError', message });
  });

  test('of a release: main.py is at the root', async () => {
    await expect(inspect(await zipOf({ 'main.py': '', 'a/b': '' }), 'flat')).resolves.toBeUndefined();
    await expect(inspect(await validZip(), 'flat')).rejects.toThrow('main.py file not found');
  });

  test('flattening takes the directory away, and leaves a flat package as it is', async () => {
    const path = join(directory.path, 'flat.zip');
    const large = 'x'.repeat(200_000);
    for (const root of ['a/', '']) {
      await writeFile(path, await zipOf({ [`${root}main.py`]: large, [`${root}b/c`]: '', [`${root}d`]: 'y' }));
      const files = [...(await flattenPackage(path))].map(([name, content]) => [name, content.toString()]);
      expect(files).toEqual([
        ['b/c', ''],
        ['d', 'y'],
        ['main.py', large],
      ]);
    }
  });
});

describe('forbidden modules', () => {
  const forbidden = ['socket', 'os'];

  test.each([
    ['import socket', 'socket'],
    ['  import  sys, socket', 'socket'],
    ['import socket.x as y', 'socket'],
    ['from socket import x', 'socket'],
    ['import os, socket', 'socket'],
    [`x = 1\n${'#'.repeat(200_000)}\nimport os`, 'os'],
  ])('%#: are found wherever they are imported', async (source, module) => {
    await expect(
      inspect(await zipOf({ 'a/main.py': '', 'a/b.py': source }), 'single-directory', forbidden),
    ).rejects.toThrow(`Forbidden module import: ${module}`);
  });

  test('across the pieces in which a source is read', async () => {
    for (let fill = 65_525; fill < 65_540; fill += 1) {
      const zip = await zipOf({ 'a/main.py': `${'#'.repeat(fill)}\nimport socket\n` });
      await expect(inspect(zip, 'single-directory', forbidden)).rejects.toThrow('Forbidden module import: socket');
    }
  });

  test('not in comments, in other names, in other files', async () => {
    const source = '# import socket\nimport sockets\nfrom .socket import x\n';
    const zip = await zipOf({ 'a/main.py': source, 'a/README.md': 'import socket\n' });
    await expect(inspect(zip, 'single-directory', forbidden)).resolves.toBeUndefined();
  });
});

describe('background.py alone', () => {
  test.each<[string, PackageLayout]>([
    ['a/', 'single-directory'],
    ['', 'flat'],
  ])('is a background daemon and nothing else, in “%s”', async (root, layout) => {
    const zip = await zipOf({ [`${root}background.py`]: 'x = 1\n', [`${root}__init__.py`]: '' });
    await expect(inspect(zip, layout, [], 'background_daemon')).resolves.toBeUndefined();
    await expect(inspect(zip, layout, [], 'skill')).rejects.toThrow('main.py file not found');
    await expect(inspect(zip, layout)).rejects.toThrow('main.py file not found');
  });
});
