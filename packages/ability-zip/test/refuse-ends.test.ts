import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { buildZip, type EntryPlan, extraField, u16, u32, u64, type ZipPlan } from './build-zip.ts';
import { inspectBytes, PLAIN, refusalOf, refusalWith, warningsWith } from './inspect-bytes.ts';

const AGAIN = 'Zip the folder again.';
const REPACK = 'Unpack it and zip the folder again.';
const SO_THAT = `so different programs would read this zip differently. ${REPACK}`;
const name = 'tides/x';
const refusalOfPlan = (plan: Partial<ZipPlan>) => refusalOf(buildZip({ entries: PLAIN, ...plan }));
const inner = buildZip({ entries: [{ name: 'evil/main.py', content: 'evil' }] });

describe('a directory that is not certain', () => {
  const damaged = (what: string) => `The zip is damaged: ${what}. ${AGAIN}`;

  test.each<[string, Partial<ZipPlan>, string]>([
    [
      'more counted than listed',
      { end: { entries: 3 } },
      damaged('its directory lists fewer entries than the zip declares'),
    ],
    [
      'less counted than listed',
      { end: { entries: 1 } },
      `The zip's directory lists more entries than the zip declares, ${SO_THAT}`,
    ],
    [
      'a mark that is wrong',
      { entries: [...PLAIN, { name, central: { mark: 0x02014b51 } }] },
      damaged('its directory lists fewer entries than the zip declares'),
    ],
    [
      'a place beyond the end',
      { end: { directoryAt: 0x7fffffff } },
      damaged('its directory is not where its end record says'),
    ],
    [
      'more bytes than the file has',
      { end: { directoryBytes: 0xfffff } },
      damaged('its directory is not where its end record says'),
    ],
    [
      'bytes between it and the end',
      { beforeEnd: Buffer.from('PK\x05\x05\0\0', 'latin1') },
      `The zip has two directories, ${SO_THAT}`,
    ],
  ])('%s', async (_what, plan, sentence) => {
    expect(await refusalOfPlan(plan)).toBe(sentence);
  });

  test('a last header that reaches out of it', async () => {
    const zip = buildZip({ entries: PLAIN });
    const header = zip.lastIndexOf(u32(0x02014b50));
    zip.writeUInt16LE(9, header + 30);
    expect(await refusalOf(zip)).toBe(damaged('its directory is cut off'));
  });

  test('a size that is far too large', async () => {
    expect(await refusalOf(buildZip({ entries: PLAIN, end: { directoryBytes: 0x7fffffff } }))).toBe(
      `The zip's directory takes 2147 MB, which is far too large. ${AGAIN}`,
    );
  });
});

describe('a second end', () => {
  test.each<[string, Partial<ZipPlan>, string]>([
    ['another zip in the comment', { comment: inner }, "The zip's comment contains the end of another zip"],
    [
      'an end alone in the comment',
      { comment: inner.subarray(-22) },
      "The zip's comment contains the end of another zip",
    ],
    [
      'other records in the comment',
      { comment: inner.subarray(0, 40) },
      "The zip's comment contains parts of another zip",
    ],
    ['another zip behind', { trailing: inner }, 'There are parts of another zip before this one'],
    [
      'other records behind',
      { trailing: inner.subarray(0, 40) },
      'There are parts of another zip after the end of this one',
    ],
    ['another zip before', { leading: inner }, 'There are parts of another zip before this one'],
    [
      'another zip before, counted',
      { leading: inner, countsLeading: true },
      'There are parts of another zip before this one',
    ],
    [
      'records before',
      { leading: u32(0x02014b50), countsLeading: true },
      'There are parts of another zip before this one',
    ],
    [
      'records before, cut by the reading',
      { leading: Buffer.concat([Buffer.alloc(65_534), u32(0x02014b50), u16(0)]) },
      'There are parts of another zip before this one',
    ],
  ])('%s', async (_what, plan, sentence) => {
    expect(await refusalOfPlan(plan)).toBe(`${sentence}, ${SO_THAT}`);
  });

  test('a directory at the declared place, for programs that do not look from the end', async () => {
    const content = Buffer.concat([Buffer.alloc(100), u32(0x02014b50), Buffer.alloc(46)]);
    const plan: Partial<ZipPlan> = {
      entries: [{ name: 'tides/main.py', method: 0, content }],
      leading: Buffer.alloc(50),
    };
    expect(await refusalOfPlan(plan)).toBe(`The zip has two directories, ${SO_THAT}`);
    expect(await refusalOfPlan({ ...plan, zip64: {} })).toBe(`The zip has two directories, ${SO_THAT}`);
  });

  test('a ZIP64 record at the declared place', async () => {
    const content = Buffer.concat([Buffer.alloc(100), u32(0x06064b50), Buffer.alloc(46)]);
    const entries = [{ name: 'tides/main.py', method: 0, content }];
    // The directory takes 59 bytes, so the declared position of the following record is 59 bytes further on.
    const plan: Partial<ZipPlan> = { entries, leading: Buffer.alloc(50 + 59), zip64: {} };
    expect(await refusalOfPlan(plan)).toBe(`The zip has two directories, ${SO_THAT}`);
  });

  test('an entry at the declared place of another', async () => {
    const first: EntryPlan = { name: 'tides/main.py', content: 'hello', method: 0 };
    const leading = Buffer.alloc(30 + 13 + 5);
    expect(await refusalOfPlan({ entries: [first, { name }], leading })).toBe(
      `“tides/x” is a different entry when positions are counted from the start of the file, ${SO_THAT}`,
    );
    expect(
      (await inspectBytes(buildZip({ entries: [first, { name }], leading: leading.subarray(1) }))).files,
    ).toHaveLength(2);
  });
});

describe('ZIP64', () => {
  const tooEarly = `The zip is damaged: its ZIP64 record is missing. ${AGAIN}`;
  const disagree = `The zip's two end records, ZIP64 and standard, disagree, ${SO_THAT}`;
  const seeZip64 = { entries: 0xffff, directoryBytes: 0xffffffff, directoryAt: 0xffffffff };

  test.each<[string, Partial<ZipPlan>, string]>([
    ['announced and not there', { end: { directoryAt: 0xffffffff } }, tooEarly],
    ['announced by the count and not there', { end: { entries: 0xffff } }, tooEarly],
    ['another count', { zip64: {}, end: { entries: 1 } }, disagree],
    ['another place', { zip64: {}, end: { directoryAt: 0 } }, disagree],
    ['another size', { zip64: {}, end: { directoryBytes: 1 } }, disagree],
    ['another disk', { zip64: {}, end: { disk: 1 } }, disagree],
    [
      'a longer record',
      { zip64: { recordBytes: 48 }, end: seeZip64 },
      `The ZIP64 record is not right before the end record, ${SO_THAT}`,
    ],
    [
      'a record elsewhere',
      { zip64: { recordAt: 0 }, end: seeZip64 },
      `The ZIP64 record is not where the zip says, ${SO_THAT}`,
    ],
    [
      'a number beyond all files',
      { zip64: { directoryBytes: 2 ** 60 }, end: seeZip64 },
      `The zip is damaged: a record contains an impossible number. ${AGAIN}`,
    ],
  ])('%s', async (_what, plan, sentence) => {
    expect(await refusalOfPlan(plan)).toBe(sentence);
  });

  test.each<[string, EntryPlan]>([
    ['too few sizes', { name, central: { bytes: 0xffffffff, packedBytes: 0xffffffff, extra: extraField(1, u64(0)) } }],
    ['too many sizes', { name, central: { bytes: 0xffffffff, extra: extraField(1, u64(0), u64(2)) } }],
    ['none', { name, central: { bytes: 0xffffffff } }],
    ['one of two in front', { name, local: { bytes: 0xffffffff, extra: extraField(1, u64(0), u64(2)) } }],
    ['none in front', { name, local: { bytes: 0xffffffff } }],
  ])('%s', async (_what, entry) => {
    expect(await refusalWith(entry)).toBe(`“tides/x” declares its size in two ways, ${SO_THAT}`);
  });

  test.each<[string, Partial<ZipPlan>]>([
    ['records that say the same', { zip64: {} }],
    ['records that are asked for', { zip64: {}, end: seeZip64 }],
    ['no disk counted', { zip64: { disks: 0 }, end: { ...seeZip64, disk: 0xffff, directoryDisk: 0xffff } }],
  ])('%s are taken', async (_what, plan) => {
    expect((await inspectBytes(buildZip({ entries: PLAIN, ...plan }))).warnings).toEqual([]);
  });

  test('sizes in extra fields are taken', async () => {
    const content = 'hello';
    const packed = deflateRawSync(content).length;
    const extra = extraField(1, u64(5), u64(packed));
    const wide = { bytes: 0xffffffff, packedBytes: 0xffffffff, extra };
    expect(await warningsWith({ name, content, local: wide, central: wide })).toEqual([]);
    expect(await warningsWith({ name, content, local: wide })).toEqual([]);
    // As Python writes to a pipe.
    const later = { ...wide, crc32: 0, extra: extraField(1, u64(0), u64(0)) };
    const descriptor = Buffer.concat([u32(0x08074b50), u32(crc32(content)), u64(packed), u64(5)]);
    expect(await warningsWith({ name, content, descriptor, local: later })).toEqual([]);
  });
});
