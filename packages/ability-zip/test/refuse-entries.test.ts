import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { buildZip, type EntryPlan, extraField, u16, u32, u64 } from './build-zip.ts';
import { inspectBytes, PLAIN, refusalWith, warningsWith } from './inspect-bytes.ts';

const AGAIN = 'Zip the folder again.';
const REPACK = 'Unpack it and zip the folder again.';
const SO_THAT = `so different programs would read this zip differently. ${REPACK}`;
const name = 'tides/x';
const mode = (bits: number) => bits * 0x10000;

describe('encrypted', () => {
  test.each<[string, EntryPlan]>([
    ['the usual way', { name, flags: 1 }],
    ['strongly', { name, flags: 1 << 6 }],
    ['with masked headers', { name, flags: 1 << 13 }],
    ['by AES', { name, method: 99 }],
    ['by AES, told in an extra field only', { name, extra: extraField(0x9901, u16(2)) }],
    ['strongly, told in an extra field only', { name, extra: extraField(0x0017, u16(2)) }],
  ])('%s', async (_how, entry) => {
    expect(await refusalWith(entry)).toBe('“tides/x” is encrypted. Zip the folder again without a password.');
  });
});

describe('unreadable', () => {
  test.each([
    [1, 'Shrink'],
    [9, 'Deflate64'],
    [12, 'bzip2'],
    [14, 'LZMA'],
    [93, 'Zstandard'],
    [95, 'xz'],
    [77, 'method 77'],
  ])('method %i', async (method, called) => {
    expect(await refusalWith({ name, method })).toBe(
      `“tides/x” is compressed with ${called}; only Deflate is supported. ${AGAIN}`,
    );
  });

  test('a patch', async () => {
    expect(await refusalWith({ name, flags: 1 << 5 })).toBe(`“tides/x” is a patch of another file. ${AGAIN}`);
  });

  test.each([4, 7, 8, 9, 10, 12, 14, 15])('flag %i, which means nothing', async (bit) => {
    expect(await refusalWith({ name, flags: 1 << bit })).toBe(`“tides/x” has unknown flags, ${SO_THAT}`);
  });

  test('a version of zip that does not exist', async () => {
    const sentence = `“tides/x” requires an unknown version of the zip format, ${SO_THAT}`;
    expect(await refusalWith({ name, central: { neededVersion: 64 } })).toBe(sentence);
    expect(await refusalWith({ name, local: { neededVersion: 64 } })).toBe(sentence);
    expect(await warningsWith({ name, central: { neededVersion: 0x033f } })).toEqual([]);
  });

  test('how hard the packer tried does not matter', async () => {
    expect(await warningsWith({ name, flags: 0b110 })).toEqual([]);
  });
});

describe('neither a file nor a folder', () => {
  test.each([
    ['a device', mode(0o020600)],
    ['a device', mode(0o060600)],
    ['a named pipe', mode(0o010600)],
    ['a socket', mode(0o140600)],
    ['of an unknown type', mode(0o110600)],
    ['a device', 0x40],
    ['a disk label', 0x08],
  ])('%s', async (what, attributes) => {
    expect(await refusalWith({ name, attributes })).toBe(
      `“tides/x” is ${what}; only files and folders are allowed. ${AGAIN}`,
    );
  });

  test.each([
    ['a symbolic link', mode(0o120777)],
    ['a Windows link', 0x420],
  ])('%s, with what to do about it', async (what, attributes) => {
    expect(await refusalWith({ name, attributes })).toBe(
      `“tides/x” is ${what}; only files and folders are allowed. Delete it, or put a copy of what it points to in its place. Then zip the folder again.`,
    );
  });

  test.each<[string, EntryPlan, string]>([
    [
      'a file with the mode of a folder',
      { name, attributes: mode(0o040755) },
      '“tides/x” is named like a file but marked as a folder',
    ],
    [
      'a file with the mark of DOS',
      { name, attributes: 0x10 },
      '“tides/x” is named like a file but marked as a folder',
    ],
    [
      'a folder with the mode of a file',
      { name: 'tides/x/', attributes: mode(0o100644) },
      '“tides/x/” is named like a folder but marked as a file',
    ],
    ['a folder with content', { name: 'tides/x/', content: 'hi' }, '“tides/x/” is a folder but has contents'],
  ])('%s', async (_what, entry, sentence) => {
    expect(await refusalWith(entry)).toBe(`${sentence}, ${SO_THAT}`);
  });

  test.each<[string, EntryPlan]>([
    ['a file of Unix', { name, attributes: mode(0o100755) }],
    ['a file of DOS', { name, attributes: 0x21 }],
    ['a file of macOS', { name, attributes: 0x81a44000 }],
    ['a folder of macOS', { name: 'tides/x/', attributes: 0x41ed4000 }],
    ['a file of 7-Zip', { name, attributes: 0x81a48020 }],
    ['a folder of Unix', { name: 'tides/x/', attributes: mode(0o040755) + 0x10 }],
    ['a folder of DOS', { name: 'tides/x/', attributes: 0x10 }],
    ['a folder that is compressed', { name: 'tides/x/', method: 8, attributes: 0x10 }],
  ])('%s is taken', async (_what, entry) => {
    expect(await warningsWith(entry)).toEqual([]);
  });
});

describe('extra fields', () => {
  const unicodePath = (path: string, checksum = crc32(name), version = 1) =>
    extraField(0x7075, Buffer.from([version]), u32(checksum), Buffer.from(path));
  const secondName = `“tides/x” has a second name in an extra field, ${SO_THAT}`;

  test.each([
    ['another Unicode path', unicodePath('tides/y'), secondName],
    ['a Unicode path for another name', unicodePath(name, 1), secondName],
    ['a Unicode path of another version', unicodePath(name, crc32(name), 2), secondName],
    ['a Unicode path without one', extraField(0x7075, u32(0)), secondName],
    [
      'the Unicode path twice',
      Buffer.concat([unicodePath(name), unicodePath(name)]),
      `“tides/x” has the same extra field twice, ${SO_THAT}`,
    ],
    [
      'sizes of ZIP64 that nothing asks for',
      extraField(0x0001, u64(0), u64(2)),
      `“tides/x” declares its size in two ways, ${SO_THAT}`,
    ],
    [
      'ZIP64 twice',
      Buffer.concat([extraField(1), extraField(1)]),
      `“tides/x” has the same extra field twice, ${SO_THAT}`,
    ],
    [
      'a link of ASi Unix',
      extraField(0x756e, u32(0), u16(0o120777)),
      `“tides/x” has an extra field that can turn it into a link or a device. ${AGAIN}`,
    ],
    [
      'attributes of libarchive',
      extraField(0x6c78, u32(0)),
      `“tides/x” has an extra field that can turn it into a link or a device. ${AGAIN}`,
    ],
    [
      'a link of PKWARE Unix',
      extraField(0x000d, Buffer.alloc(12), Buffer.from('/etc')),
      `“tides/x” has an extra field that can turn it into a link or a device. ${AGAIN}`,
    ],
    [
      'a field that is cut',
      Buffer.from([0x55, 0x54, 9, 0, 1]),
      `The zip is damaged: the extra fields of “tides/x” are cut off. ${AGAIN}`,
    ],
    [
      'less than a field',
      Buffer.from([0x55, 0x54, 0]),
      `The zip is damaged: the extra fields of “tides/x” are cut off. ${AGAIN}`,
    ],
    [
      'a record of a zip',
      extraField(0x9999, u32(0x02014b50)),
      `The extra fields of “tides/x” contain parts of another zip, ${SO_THAT}`,
    ],
  ])('%s', async (_what, extra, sentence) => {
    expect(await refusalWith({ name, extra })).toBe(sentence);
    // Some readers only use the header in front of the content.
    expect(await refusalWith({ name, local: { extra } })).toBe(sentence);
  });

  test.each([
    ['the same Unicode path', unicodePath(name)],
    ['times and owner', Buffer.concat([extraField(0x5455, Buffer.alloc(9)), extraField(0x7875, Buffer.alloc(11))])],
    ['times of PKWARE Unix', extraField(0x000d, Buffer.alloc(12))],
  ])('%s is taken', async (_what, extra) => {
    expect(await warningsWith({ name, extra })).toEqual([]);
  });
});

describe('what else an entry can carry', () => {
  test.each<[string, EntryPlan]>([
    ['in it', { name, comment: 'hi PK\x01\x02' }],
    ['with its beginning in the name', { name: 'tides/xPK', comment: '\x01\x02' }],
  ])('a comment with a part of another zip: %s', async (_where, entry) => {
    expect(await refusalWith(entry)).toBe(`The comment of “${entry.name}” contains parts of another zip, ${SO_THAT}`);
  });

  test('sizes that cannot be', async () => {
    expect(await refusalWith({ name, method: 0, content: 'hello', central: { bytes: 4 } })).toBe(
      `“tides/x” declares two different sizes but is not compressed, ${SO_THAT}`,
    );
    expect(await refusalWith({ name, packed: Buffer.alloc(0) })).toBe(
      `“tides/x” is marked as compressed but is empty, ${SO_THAT}`,
    );
  });

  test('a plain package has nothing of all that', async () => {
    const { files, warnings } = await inspectBytes(buildZip({ entries: PLAIN }));
    expect(files.map(({ path }) => path)).toEqual(['tides/__init__.py', 'tides/main.py']);
    expect(warnings).toEqual([]);
  });
});
