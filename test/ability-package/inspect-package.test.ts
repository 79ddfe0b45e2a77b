import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inspectPackage, type PackageLimits } from '../../src/ability-package/inspect-package.ts';
import { isPackageProblem, PackageProblemError } from '../../src/ability-package/package-problem-error.ts';
import { makeFolder } from '../make-folder.ts';
import { makeZip, packageFiles } from './make-zip.ts';

const LIMITS: PackageLimits = { maxUnpackedBytes: 1000, maxEntries: 3 };

async function inspect(bytes: Buffer, limits = LIMITS) {
  const path = join(await makeFolder(), 'package.zip');
  await writeFile(path, bytes);
  return inspectPackage(path, limits);
}

/** A zip changed after it was made: `change` gets the offset of the first entry of the central directory. */
async function tamper(change: (zip: Buffer, directory: number) => void): Promise<Buffer> {
  const zip = await makeZip({ 'a/main.py': 'x' });
  change(zip, zip.indexOf('PK\x01\x02', 0, 'latin1'));
  return zip;
}

test('tells what is inside, folders not counted', async () => {
  const zip = await makeZip({ 'tides/': '', ...packageFiles });
  expect(await inspect(zip)).toEqual({
    bytes: zip.length,
    files: 2,
    unpackedBytes: Buffer.byteLength(Object.values(packageFiles).join('')),
    sha256: createHash('sha256').update(zip).digest('hex'),
  });
});

test('what a package must hold is left to the service', async () => {
  expect(await inspect(await makeZip({ 'notes.txt': 'x' }))).toMatchObject({ files: 1 });
});

describe('limits', () => {
  test('as many bytes and entries as allowed are taken', async () => {
    const zip = await makeZip({ a: 'x'.repeat(998), b: 'x', c: 'x' });
    expect(await inspect(zip)).toMatchObject({ files: 3, unpackedBytes: 1000 });
  });

  test.each([
    ['one byte more', { a: 'x'.repeat(1001) }, 'The zip unpacks to more than 1 kB.'],
    ['one entry more', { a: '', b: '', c: '', d: '' }, 'The zip holds more than 3 entries.'],
  ])('%s is refused', async (_what, files, sentence) => {
    await expect(inspect(await makeZip(files))).rejects.toMatchObject({ name: 'PackageProblemError', sentence });
  });
});

describe('what is no package', () => {
  const unreadable = 'The file is not a zip that can be read. Pack your folder anew and drop the new zip.';

  test.each([
    ['an empty file', async () => Buffer.alloc(0), 'The file is empty. Pack your folder anew and drop the new zip.'],
    ['a zip of nothing', () => makeZip({}), 'The zip holds no files. Drop one with your folder in it.'],
    [
      'a zip of folders',
      () => makeZip({ 'a/': '', 'a/b/': '' }),
      'The zip holds no files. Drop one with your folder in it.',
    ],
    ['text', async () => Buffer.from('hello'), unreadable],
    ['a web page', async () => Buffer.from('<!doctype html><title>Sign in</title>'), unreadable],
    ['a zip cut short', async () => (await makeZip(packageFiles)).subarray(0, -30), unreadable],
    ['another archive', async () => Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]), unreadable],
    [
      'an encrypted zip',
      () => tamper((zip, at) => void zip.writeUInt16LE(zip.readUInt16LE(at + 8) | 1, at + 8)),
      'The zip is encrypted. Pack it without a password and drop it again.',
    ],
    ['a name that leaves the folder', () => tamper((zip, at) => void zip.write('../../x.p', at + 46)), unreadable],
    ['an absolute name', () => tamper((zip, at) => void zip.write('/etc/x.py', at + 46)), unreadable],
    ['a broken directory', () => tamper((zip, at) => void zip.write('XXXX', at)), unreadable],
  ])('%s is told in a sentence', async (_what, make, sentence) => {
    const error: unknown = await inspect(await make()).catch((caught: unknown) => caught);
    expect(isPackageProblem(error)).toBe(true);
    expect(error).toMatchObject({ sentence, message: sentence });
  });

  test('no bytes make it fail in another way', async () => {
    const zip = await makeZip(packageFiles);
    const path = join(await makeFolder(), 'package.zip');
    const scar = fc.record({ at: fc.nat(zip.length - 1), byte: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(fc.array(scar, { maxLength: 20 }), async (scars) => {
        const bytes = Buffer.from(zip);
        for (const { at, byte } of scars) bytes.writeUInt8(byte, at);
        await writeFile(path, bytes);
        const result = await inspectPackage(path, LIMITS).catch((error: unknown) => error);
        expect(result instanceof PackageProblemError || (result instanceof Object && 'sha256' in result)).toBe(true);
      }),
    );
  });
});

test('a file that is not there is a fault of the program, not of the package', async () => {
  const error: unknown = await inspectPackage(join(await makeFolder(), 'gone'), LIMITS).catch(
    (caught: unknown) => caught,
  );
  expect(error).toMatchObject({ code: 'ENOENT' });
  expect(isPackageProblem(error)).toBe(false);
});
