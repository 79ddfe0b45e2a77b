import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inspectPackage } from '../src/inspect-package.ts';
import { unwrapPackage, wrapPackage } from '../src/pack/repack.ts';
import { DEFAULT_LIMITS } from '../src/package-limits.ts';
import { buildZip } from './build-zip.ts';
import { PLAIN } from './inspect-bytes.ts';
import { makeFolder } from './make-folder.ts';
import { makeZip } from './make-zip.ts';
import { readByDirectory } from './read-by-directory.ts';
import { readFromStart } from './read-from-start.ts';

const FLAT = { 'main.py': 'print(1)\n'.repeat(40), '__init__.py': '', 'a/é.txt': 'x', 'empty/': '' };

async function write(bytes: Buffer): Promise<{ source: string; target: string; folder: string }> {
  const folder = await makeFolder();
  const source = join(folder, 'source.zip');
  await writeFile(source, bytes);
  return { source, target: join(folder, 'target.zip'), folder };
}
const inspect = (path: string) => inspectPackage(path, DEFAULT_LIMITS);
const pathsOf = async (path: string) => (await inspect(path)).files.map((file) => file.path);

describe('wrapping', () => {
  test('puts all that there is in one folder, with the same contents', async () => {
    const { source, target } = await write(await makeZip(FLAT));
    await wrapPackage(source, target, 'tides');
    const report = await inspect(target);
    expect(report).toMatchObject({ layout: 'single-folder', warnings: [] });
    expect(report.files.map(({ path }) => path)).toEqual(['tides/__init__.py', 'tides/a/é.txt', 'tides/main.py']);
    expect(report.contentDigest).toBe((await inspect(source)).contentDigest);
    expect((await readFile(target)).includes('tides/empty/')).toBe(true);
  });

  test('produces the same bytes for the same contents in any order', async () => {
    const first = await write(buildZip({ entries: PLAIN }));
    const second = await write(buildZip({ entries: PLAIN.toReversed(), comment: 'packed later' }));
    await wrapPackage(first.source, first.target, 'moon');
    await wrapPackage(second.source, second.target, 'moon');
    expect(await readFile(second.target)).toEqual(await readFile(first.target));
  });

  test('other programs read it, from the start and by its directory', async () => {
    const { source, target } = await write(await makeZip(FLAT));
    await wrapPackage(source, target, 'tides');
    const zip = await readFile(target);
    const report = (await inspect(target)).files.map(({ path, sha256 }) => [path, sha256]);
    expect(readFromStart(zip, 0)).toEqual(report);
    expect(await readByDirectory(zip, 0)).toEqual(report);
  });

  test('the new file is for its owner only, and replaces an older one', async () => {
    const { source, target } = await write(await makeZip(FLAT));
    await writeFile(target, 'from before');
    await wrapPackage(source, target, 'tides');
    expect((await stat(target)).mode & 0o777).toBe(0o600);
    expect(await pathsOf(target)).toHaveLength(3);
  });

  test.each(['..', '', 'a/b', '/a', 'a\\b', 'a\0'])('a folder that no zip may hold: %j', async (name) => {
    const { folder, source, target } = await write(await makeZip(FLAT));
    await expect(wrapPackage(source, target, name)).rejects.toMatchObject({ name: 'PackageProblemError' });
    expect(await readdir(folder)).toEqual(['source.zip']);
  });

  test('a source that is no zip leaves nothing behind', async () => {
    const { folder, source, target } = await write(Buffer.from('hello'));
    await expect(wrapPackage(source, target, 'tides')).rejects.toMatchObject({
      sentence: 'The file is a text file, not a zip. Zip the folder of your Ability.',
    });
    expect(await readdir(folder)).toEqual(['source.zip']);
  });

  test('data around a zip is left out', async () => {
    const around = { leading: Buffer.from('GIF89a'), trailing: Buffer.from('\n'), comment: 'hi' };
    const { source, target } = await write(buildZip({ entries: PLAIN, ...around }));
    await unwrapPackage(source, target);
    expect((await readFile(target)).subarray(0, 2).toString()).toBe('PK');
    expect((await inspect(target)).warnings).toEqual([{ kind: 'flat-layout' }]);
  });
});

describe('unwrapping', () => {
  test('puts the files of the folder at the root', async () => {
    const { source, target } = await write(
      buildZip({ entries: [{ name: 'tides/' }, ...PLAIN, { name: 'tides/a/b' }] }),
    );
    await unwrapPackage(source, target);
    expect(await pathsOf(target)).toEqual(['__init__.py', 'a/b', 'main.py']);
    expect((await inspect(target)).contentDigest).toBe((await inspect(source)).contentDigest);
  });

  test.each([
    ['flat', { 'main.py': '' }],
    ['mixed', { 'a/main.py': '', 'b/main.py': '' }],
  ])('a zip that is %s is refused', async (_what, files) => {
    const { folder, source, target } = await write(await makeZip(files));
    await expect(unwrapPackage(source, target)).rejects.toMatchObject({
      sentence: 'The zip does not contain exactly one folder. Zip the folder again.',
    });
    expect(await readdir(folder)).toEqual(['source.zip']);
  });
});
