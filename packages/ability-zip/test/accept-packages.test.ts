import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipArchive } from 'archiver';
import { describe, expect, test } from 'vitest';
import { inspectPackage, readPackageFiles } from '../src/inspect-package.ts';
import { DEFAULT_LIMITS } from '../src/package-limits.ts';
import { isPackageProblem } from '../src/package-problem-error.ts';
import { ARCHIVES_OF_PACKERS } from './archives-of-packers.ts';
import { buildZip } from './build-zip.ts';
import { inspectBytes, PLAIN } from './inspect-bytes.ts';
import { makeFolder } from './make-folder.ts';
import { makeZip } from './make-zip.ts';

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const MAIN = 'def run(utterance):\n    return "high"\n';
const FILES = [
  { path: 'tides/__init__.py', bytes: 0, sha256: sha256('') },
  { path: 'tides/main.py', bytes: MAIN.length, sha256: sha256(MAIN) },
];
const DIGEST = sha256(`__init__.py\0${sha256('')}\nmain.py\0${sha256(MAIN)}\n`);

describe('what packers in use write', () => {
  test.each(ARCHIVES_OF_PACKERS)('$packer', async ({ base64 }) => {
    const zip = Buffer.from(base64, 'base64');
    expect(await inspectBytes(zip)).toEqual({
      bytes: zip.length,
      sha256: sha256(zip),
      files: FILES,
      unpackedBytes: MAIN.length,
      layout: 'single-folder',
      isRepacked: false,
      lift: null,
      abilityFolders: ['tides/'],
      contentDigest: DIGEST,
      warnings: [],
    });
  });

  test.each([
    ['compressed', {}],
    ['stored', { store: true }],
    ['with ZIP64', { forceZip64: true }],
  ])('archiver, %s', async (_how, options) => {
    const archive = new ZipArchive(options);
    archive.append('', { name: 'tides/' });
    archive.append(Readable.from([Buffer.from(MAIN)]), { name: 'tides/main.py' });
    archive.append('', { name: 'tides/__init__.py' });
    const [zip] = await Promise.all([buffer(archive), archive.finalize()]);
    expect(await inspectBytes(zip)).toMatchObject({ files: FILES, contentDigest: DIGEST, warnings: [] });
  });
});

describe('layout and digest', () => {
  const files = (folder: string) => ({
    [`${folder}main.py`]: 'x',
    [`${folder}__init__.py`]: '',
    [`${folder}a/b`]: 'y',
  });
  const digestOf = async (content: Record<string, string>) =>
    (await inspectBytes(await makeZip(content))).contentDigest;

  test.each([
    ['single-folder', { 'tides/main.py': '', 'tides/a/b': '' }],
    ['flat', { 'main.py': '', 'a/b': '' }],
    ['flat', { 'main.py': '', 'tides/': '' }],
    ['mixed', { 'tides/main.py': '', 'moon/x': '' }],
    ['mixed', { 'tides/main.py': '', 'moon/': '' }],
  ])('%s: %j', async (layout, content) => {
    expect(await inspectBytes(await makeZip(content))).toMatchObject({ layout });
  });

  test('the digest does not know the name of the folder, nor whether there is one', async () => {
    const digest = await digestOf(files('tides/'));
    expect(await digestOf(files('moon/'))).toBe(digest);
    expect(await digestOf(files(''))).toBe(digest);
    expect(await digestOf(Object.fromEntries(Object.entries(files('')).toReversed()))).toBe(digest);
  });

  test('the digest does not know what is left out', async () => {
    const junk = { '__MACOSX/tides/._main.py': 'm', 'tides/__pycache__/x': 'p', 'tides/.env': 'e' };
    expect(await digestOf({ ...files('tides/'), ...junk })).toBe(await digestOf(files('tides/')));
  });

  test('the digest knows every path and every byte', async () => {
    const digests = await Promise.all([
      digestOf(files('')),
      digestOf({ ...files(''), 'a/b': 'z' }),
      digestOf({ ...files(''), 'a/c': '' }),
      digestOf({ 'main.py': 'x', '__init__.py': '', 'a/c': 'y' }),
      digestOf({ 'main.py': '', '__init__.py': 'x', 'a/b': 'y' }),
      digestOf({ 'tides/main.py': 'x', 'moon/main.py': 'x' }),
    ]);
    expect(new Set(digests).size).toBe(digests.length);
  });
});

describe('limits', () => {
  const zip = buildZip({ entries: [...PLAIN, { name: 'tides/a/b/c', content: 'x'.repeat(961) }] });

  test('all of them can be reached', async () => {
    const limits = { maxBytes: zip.length, maxUnpackedBytes: 1000, maxEntries: 3, maxDepth: 3, maxNameBytes: 17 };
    expect(await inspectBytes(zip, limits)).toMatchObject({ unpackedBytes: 999 });
  });

  test.each([
    [
      'bytes',
      { maxBytes: zip.length - 1 },
      `The zip is larger than the limit of ${zip.length - 1} bytes. Zip the folder again.`,
    ],
    [
      'inflated bytes',
      { maxUnpackedBytes: 998 },
      "The zip unpacks to more than the limit of 998 bytes. “tides/a/b/” takes up 961 bytes. Zip the folder again without what the Ability doesn't need.",
    ],
    ['entries', { maxEntries: 2 }, 'The zip has 3 files and folders to upload; the limit is 2. Zip the folder again.'],
  ])('one of the %s too many', async (_what, limits, sentence) => {
    await expect(inspectBytes(zip, limits)).rejects.toMatchObject({
      name: 'PackageProblemError',
      sentence,
    });
  });

  test.each([
    ['depth', { maxDepth: 2 }, '“tides/a/b/c” is nested 3 folders deep; the limit is 2.'],
    ['name length', { maxNameBytes: 16 }, '“tides/__init__.py” is 17 bytes long; the limit is 16.'],
  ])('%s', async (_what, limits, sentence) => {
    await expect(inspectBytes(zip, limits)).rejects.toMatchObject({
      sentence: `${sentence} Remove, move or rename it, then zip the folder again.`,
    });
  });

  test('a name is measured in UTF-8', async () => {
    const name = `tides/${'é'.repeat(6)}`;
    await inspectBytes(buildZip({ entries: [{ name }] }), { maxNameBytes: 18 });
    await expect(inspectBytes(buildZip({ entries: [{ name }] }), { maxNameBytes: 17 })).rejects.toThrow(
      'is 18 bytes long',
    );
  });
});

describe('what is no fault of the zip', () => {
  test('a file that is not there', async () => {
    const path = join(await makeFolder(), 'gone');
    const error: unknown = await inspectPackage(path, DEFAULT_LIMITS).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'ENOENT' });
    expect(isPackageProblem(error)).toBe(false);
  });

  test('a signal that was aborted before', async () => {
    const path = join(await makeFolder(), 'package.zip');
    await writeFile(path, buildZip({ entries: PLAIN }));
    const reason = new Error('the bot stops');
    await expect(inspectPackage(path, DEFAULT_LIMITS, AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  test.each([0, 8])('a signal that is aborted while an entry of method %i is read', async (method) => {
    const path = join(await makeFolder(), 'package.zip');
    const entries = [{ name: 'tides/main.py', content: Buffer.alloc(5_000_000), method }];
    await writeFile(path, buildZip({ entries }));
    const stop = new AbortController();
    const reason = new Error('the bot stops');
    let pieces = 0;
    const visit = () => {
      pieces += 1;
      stop.abort(reason);
    };
    await expect(readPackageFiles(path, DEFAULT_LIMITS, visit, { signal: stop.signal })).rejects.toBe(reason);
    expect(pieces).toBeLessThan(5);
  });

  test('what the visitor of the contents throws', async () => {
    const path = join(await makeFolder(), 'package.zip');
    const fault = new Error('the disk is full');
    const visit = () => Promise.reject(fault);
    for (const method of [0, 8]) {
      await writeFile(path, buildZip({ entries: [{ name: 'tides/main.py', content: 'hello', method }] }));
      await expect(readPackageFiles(path, DEFAULT_LIMITS, visit)).rejects.toBe(fault);
    }
  });
});
