import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inspectPackage } from '../../src/local-service/packages/inspect-package.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';
import { validZip, zipOf } from './upload-form.ts';

let directory: Awaited<ReturnType<typeof makeTemporaryDirectory>>;
beforeAll(async () => {
  directory = await makeTemporaryDirectory();
});
afterAll(() => directory.remove());

async function inspect(name: string, zip: Buffer): Promise<void> {
  const path = join(directory.path, name);
  await writeFile(path, zip);
  return inspectPackage(path, 'single-directory');
}

/** Changes a zip where every central header has a field, given by its offset in the header. */
function patchHeaders(zip: Buffer, offset: number, patch: (position: number) => void): Buffer {
  for (let at = zip.indexOf('PK\x01\x02'); at !== -1; at = zip.indexOf('PK\x01\x02', at + 4)) patch(at + offset);
  return zip;
}

describe('a package is read to its last byte', () => {
  test('a good one passes', async () => {
    await expect(inspect('good.zip', await validZip())).resolves.toBeUndefined();
  });

  test('a truncated one does not', async () => {
    const zip = await validZip();
    await expect(inspect('cut.zip', zip.subarray(0, zip.length - 30))).rejects.toThrow('not a readable zip');
  });

  test('damaged content does not', async () => {
    const zip = await zipOf({ 'a/main.py': 'print("hello")\n'.repeat(50) });
    zip.fill(0xff, 40, 60);
    await expect(inspect('damaged.zip', zip)).rejects.toThrow('not a readable zip');
  });

  test('an entry that leaves its directory does not', async () => {
    const zip = await zipOf({ 'a/main.py': '', 'a/xx/evil': '' });
    const evil = Buffer.from(zip.toString('latin1').replaceAll('a/xx/evil', 'a/../evil'), 'latin1');
    await expect(inspect('evil.zip', evil)).rejects.toThrow('not a readable zip');
  });

  test('an encrypted one does not', async () => {
    const zip = await zipOf({ 'a/main.py': 'print("hello")\n' });
    patchHeaders(zip, 8, (at) => zip.writeUInt16LE(zip.readUInt16LE(at) | 1, at));
    await expect(inspect('encrypted.zip', zip)).rejects.toThrow('The zip file is encrypted.');
  });

  test('a symbolic link does not', async () => {
    const zip = await validZip();
    patchHeaders(zip, 38, (at) => zip.writeUInt32LE((0o120777 << 16) >>> 0, at));
    await expect(inspect('link.zip', zip)).rejects.toThrow('The zip file holds a symbolic link.');
  });

  test('the same name twice does not', async () => {
    const zip = await zipOf({ 'a/main.py': '', 'a/main.px': '' });
    const twice = Buffer.from(zip.toString('latin1').replaceAll('main.px', 'main.py'), 'latin1');
    await expect(inspect('twice.zip', twice)).rejects.toThrow('The zip file holds a/main.py twice.');
  });

  test('one with more than 1,000 entries does not', async () => {
    const files = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`a/${index}`, '']));
    await expect(inspect('many.zip', await zipOf(files))).rejects.toThrow('too many entries');
  });

  test('one that inflates to more than 50 MiB does not', async () => {
    const zip = await zipOf({ 'a/main.py': '', 'a/bomb': '0'.repeat(51 * 1024 * 1024) });
    await expect(inspect('bomb.zip', zip)).rejects.toThrow('too large when unpacked');
  });
});
