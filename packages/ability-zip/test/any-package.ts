import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ZipArchive } from 'archiver';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyOf } from '../src/check/check-collisions.ts';
import { inspectPackage } from '../src/inspect-package.ts';
import { unwrapPackage, wrapPackage } from '../src/pack/repack.ts';
import { DEFAULT_LIMITS } from '../src/package-limits.ts';
import { makeFolder } from './make-folder.ts';

/** Any letters except those that no zip may have in a name. */
const part = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((name) => !/[\p{Cc}\p{Cs}/\\:]/u.test(name) && !/^\.*$/.test(name) && keyOf(name) !== '');
const content = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.record({ byte: fc.nat(255), length: fc.nat(200_000) }).map(({ byte, length }) => Buffer.alloc(length, byte)),
);
/** Paths whose first parts differ on every file system, so that none is the same as another or a folder of it. */
const files = fc
  .uniqueArray(fc.tuple(fc.array(part, { minLength: 1, maxLength: 4 }), content), {
    minLength: 1,
    maxLength: 8,
    selector: ([parts]) => keyOf(parts[0] ?? ''),
  })
  .map((all) => new Map(all.map(([parts, bytes]) => [parts.join('/'), Buffer.from(bytes)])));

async function pack(path: string, contents: ReadonlyMap<string, Buffer>, store: boolean): Promise<Buffer> {
  const archive = new ZipArchive({ store });
  for (const [name, bytes] of contents) archive.append(bytes, { name });
  const [zip] = await Promise.all([buffer(archive), archive.finalize()]);
  await writeFile(path, zip);
  return zip;
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Adds the tests: every packed archive is accepted, and stays the same when its folders change. */
export function testAnyPackage(numRuns: number): void {
  test('any files that archiver packs are accepted and measured exactly', async () => {
    const path = join(await makeFolder(), 'package.zip');
    await fc.assert(
      fc.asyncProperty(files, fc.boolean(), async (contents, store) => {
        const zip = await pack(path, contents, store);
        const { unpackedBytes, ...report } = await inspectPackage(path, DEFAULT_LIMITS);
        const expected = [...contents].map(([name, bytes]) => ({
          path: name,
          bytes: bytes.length,
          sha256: sha256(bytes),
        }));
        expect(report.files).toEqual(expected.sort((a, b) => (a.path < b.path ? -1 : 1)));
        expect(unpackedBytes).toBe(expected.reduce((sum, { bytes }) => sum + bytes, 0));
        expect(report).toMatchObject({ bytes: zip.length, sha256: sha256(zip) });
      }),
      { seed: 20_240_501, numRuns },
    );
  });

  test('wrapping and unwrapping keep the digest, and come back to the same files', async () => {
    const folder = await makeFolder();
    const [source, wrapped, unwrapped] = ['source', 'wrapped', 'unwrapped'].map((name) => join(folder, name));
    if (!source || !wrapped || !unwrapped) throw new Error('There are three paths.');
    await fc.assert(
      fc.asyncProperty(files, part, async (contents, name) => {
        await pack(source, new Map([...contents, [`main-${contents.size}.py`, Buffer.from('x')]]), false);
        await wrapPackage(source, wrapped, name);
        await unwrapPackage(wrapped, unwrapped);
        const before = await inspectPackage(source, DEFAULT_LIMITS);
        const after = await inspectPackage(unwrapped, DEFAULT_LIMITS);
        expect((await inspectPackage(wrapped, DEFAULT_LIMITS)).contentDigest).toBe(before.contentDigest);
        expect(after.contentDigest).toBe(before.contentDigest);
        expect(after.files).toEqual(before.files);
      }),
      { seed: 20_240_501, numRuns },
    );
  });
}
