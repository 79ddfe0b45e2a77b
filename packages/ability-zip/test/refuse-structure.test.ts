import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { buildZip, DESCRIPTOR, type EntryPlan, extraField, UTF8, u32, u64, type ZipPlan } from './build-zip.ts';
import { PLAIN, refusalOf, refusalWith, warningsWith } from './inspect-bytes.ts';

const AGAIN = 'Zip the folder again.';
const REPACK = 'Unpack it and zip the folder again.';
const SO_THAT = `so different programs would read this zip differently. ${REPACK}`;
const name = 'tides/x';
/** Crafted so that its checksum equals the signature of a record after a content. */
const MARK_CRC = Buffer.from('78203d203120232086d3688c', 'hex');
const refusalOfPlan = (plan: Partial<ZipPlan>) => refusalOf(buildZip({ entries: PLAIN, ...plan }));
const inner = buildZip({ entries: [{ name: 'evil/main.py', content: 'evil' }] });

describe('two headers of one entry that disagree', () => {
  test.each<[string, Partial<EntryPlan>, string]>([
    ['the name', { local: { name: 'tides/y' } }, '“tides/x” has another name, “tides/y”, in its own header'],
    [
      'the case of the name',
      { local: { name: 'tides/X' } },
      '“tides/x” has another name, “tides/X”, in its own header',
    ],
    ['the flags', { local: { flags: UTF8 } }, '“tides/x” has different flags in its two headers'],
    ['encryption, told in front only', { local: { flags: 1 } }, '“tides/x” has different flags in its two headers'],
    ['the method', { local: { method: 0 } }, '“tides/x” has different compression methods in its two headers'],
    ['the checksum', { local: { crc32: 1 } }, '“tides/x” has different sizes or checksums in its two headers'],
    ['a checksum of zero', { local: { crc32: 0 } }, '“tides/x” has different sizes or checksums in its two headers'],
    ['the size', { local: { bytes: 1 } }, '“tides/x” has different sizes or checksums in its two headers'],
    ['the packed size', { local: { packedBytes: 1 } }, '“tides/x” has different sizes or checksums in its two headers'],
  ])('%s', async (_what, lie, sentence) => {
    expect(await refusalWith({ name, content: 'hello', ...lie })).toBe(`${sentence}, ${SO_THAT}`);
  });

  test('a header that is not there', async () => {
    const gone = `The zip is damaged: “tides/x” is not where the zip's directory says. ${AGAIN}`;
    expect(await refusalWith({ name, local: { mark: 0x04034b51 } })).toBe(gone);
  });
});

describe('sizes behind the content', () => {
  const content = 'hello';
  const packed = deflateRawSync(content);
  const record = (checksum: number, packedBytes: number, bytes: number) =>
    Buffer.concat([u32(0x08074b50), u32(checksum), u32(packedBytes), u32(bytes)]);
  const wrong = `The sizes after “tides/x” differ from those in the zip's directory, ${SO_THAT}`;

  test.each([
    ['another checksum', record(1, packed.length, 5)],
    ['another packed size', record(crc32(content), 1, 5)],
    ['another size', record(crc32(content), packed.length, 6)],
    ['no mark, and another size', record(crc32(content), packed.length, 6).subarray(4)],
    ['no record', Buffer.alloc(0)],
  ])('%s', async (_what, descriptor) => {
    expect(await refusalWith({ name, content, descriptor }, { name: 'tides/y' })).toBe(wrong);
  });

  test('no mark, and a checksum that is one', async () => {
    const bare = { content: MARK_CRC, descriptor: record(0x08074b50, MARK_CRC.length, MARK_CRC.length).subarray(4) };
    expect(crc32(MARK_CRC)).toBe(0x08074b50);
    const sizes = { packedBytes: MARK_CRC.length, bytes: MARK_CRC.length };
    expect(await refusalWith({ name, method: 0, ...bare, local: sizes })).toBe(wrong);
  });

  test('no mark behind a stored content whose size does not stand in front', async () => {
    const bare = record(crc32(content), 5, 5).subarray(4);
    expect(await refusalWith({ name, content, method: 0, descriptor: bare })).toBe(wrong);
    const empty = { name, method: 0, descriptor: record(0, 0, 0).subarray(4) };
    expect(await refusalWith(empty, { name: 'tides/y' })).toBe(wrong);
  });

  test('a record of ZIP64 that the header does not announce', async () => {
    const wide = Buffer.concat([u32(0x08074b50), u32(crc32(content)), u64(packed.length), u64(5)]);
    expect(await refusalWith({ name, content, descriptor: wide })).toBe(wrong);
  });

  test('a record that no flag announces', async () => {
    expect(await refusalWith({ name, content, descriptor: true, flags: 0 })).toBe(
      `“tides/x” has different sizes or checksums in its two headers, ${SO_THAT}`,
    );
    expect(await refusalWith({ name, content, after: record(crc32(content), packed.length, 5) })).toBe(
      `The zip contains bytes outside any entry, before its directory, ${SO_THAT}`,
    );
  });

  test('of a stored zip, whose end is found by its marks', async () => {
    expect(await refusalWith({ name, content: inner, method: 0, descriptor: true })).toBe(
      `“tides/x” contains parts of a zip and does not declare its size before them, ${SO_THAT}`,
    );
  });

  test.each<[string, Partial<EntryPlan>]>([
    ['as most packers write them', {}],
    ['of a stored text', { method: 0 }],
    ['without the mark', { descriptor: record(crc32(content), packed.length, 5).subarray(4) }],
    [
      'without the mark, as ZIP64',
      {
        descriptor: Buffer.concat([u32(crc32(content)), u64(packed.length), u64(5)]),
        local: { packedBytes: 0xffffffff, bytes: 0xffffffff, extra: extraField(1, u64(0), u64(0)) },
      },
    ],
    [
      'without the mark, of a stored text whose size is in the local header',
      {
        method: 0,
        descriptor: record(crc32(content), 5, 5).subarray(4),
        local: { crc32: crc32(content), packedBytes: 5, bytes: 5 },
      },
    ],
    [
      'that stand in front as well',
      { flags: DESCRIPTOR, local: { crc32: crc32(content), packedBytes: packed.length, bytes: 5 } },
    ],
    ['one of which is also in the local header', { local: { bytes: 5 } }],
    ['behind an empty field of ZIP64', { local: { extra: extraField(1) } }],
    [
      'of 32 bits, although the field of ZIP64 is there',
      { local: { packedBytes: 0xffffffff, bytes: 0xffffffff, extra: extraField(1, u64(0), u64(0)) } },
    ],
  ])('%s are taken', async (_what, plan) => {
    expect(await warningsWith({ name, content, descriptor: true, ...plan })).toEqual([]);
  });

  test('a stored zip whose size is in the local header only causes a warning', async () => {
    const sizes = { crc32: crc32(inner), packedBytes: inner.length, bytes: inner.length };
    const entry = { name, content: inner, method: 0, descriptor: true, local: sizes } as const;
    expect(await warningsWith(entry)).toEqual([
      'Archives inside the zip, not inspected: “tides/x”. Remove them unless the Ability needs them.',
    ]);
  });
});

describe('bytes outside any entry, or to two', () => {
  test.each<[string, Partial<ZipPlan>, string]>([
    [
      'between two entries',
      { entries: [...PLAIN, { name, before: Buffer.from('abc') }] },
      'The zip contains bytes outside any entry, before “tides/x”',
    ],
    [
      'before the directory',
      { beforeDirectory: Buffer.from('abc') },
      'The zip contains bytes outside any entry, before its directory',
    ],
    [
      'an entry that is not listed, between others',
      { entries: [{ name: 'evil', unlisted: true }, ...PLAIN].toReversed() },
      'The zip contains “evil” but does not list it',
    ],
    [
      'an entry that is not listed, before others',
      { entries: [{ name: 'evil', unlisted: true }, ...PLAIN] },
      'There are parts of another zip before this one',
    ],
    [
      'the same content listed twice',
      { entries: [...PLAIN, { name, listedAgainAs: 'tides/y' }] },
      '“tides/y” overlaps another entry',
    ],
    [
      'an entry within the content of another',
      {
        entries: [
          { name, content: inner, method: 0 },
          { name: 'evil/main.py', content: 'evil', central: { headerAt: 37 } },
          ...PLAIN,
        ],
      },
      '“evil/main.py” overlaps another entry',
    ],
    [
      'content that reaches into the directory',
      { entries: [...PLAIN, { name, content: 'hello', central: { packedBytes: 50 }, local: { packedBytes: 50 } }] },
      "“tides/x” overlaps the zip's directory",
    ],
    [
      'content that reaches far beyond the file',
      { entries: [...PLAIN, { name, central: { packedBytes: 0x7fffffff }, local: { packedBytes: 0x7fffffff } }] },
      "“tides/x” overlaps the zip's directory",
    ],
  ])('%s', async (_what, plan, sentence) => {
    expect(await refusalOfPlan(plan)).toBe(`${sentence}, ${SO_THAT}`);
  });
});
