import { crc32, deflateRawSync } from 'node:zlib';
import { DESCRIPTOR, type EntryPlan, extraField, type HeaderLie, u16, u32, u64, type ZipPlan } from './build-zip.ts';
import type { Random } from './random.ts';

const NAMES = [
  'tides/main.py',
  'tides/__init__.py',
  'tides/',
  'tides/a',
  'tides/A',
  'main.py',
  'a/b/c',
  '../x',
  'tides/é',
  'tides\\a',
  'tides\\c\\d',
  'tides\\..\\x',
  './tides/main.py',
  './',
  'tides/_.md',
  'tides/.venv/lib.py',
  'tides/.venv/../main.py',
  'tides/Icon\r',
];
const CONTENTS = ['', 'x', 'hello, hello', 'PK\x03\x04', 'PK\x07\x08'.repeat(3), 'z'.repeat(70_000)];
const SIZES = [0, 1, 5, 12, 0xffff, 0xffffffff];

/** A carefully written zip with a few lies, of a kind that random byte changes rarely produce. */
export function planLies(random: Random, other: Buffer): ZipPlan {
  const entries = Array.from({ length: 1 + random.below(4) }, () => planEntry(random, other));
  const plan: ZipPlan = { entries };
  if (random.chance(15)) plan.leading = random.of([Buffer.from('GIF89a'), Buffer.alloc(48), other]);
  if (random.chance(50)) plan.countsLeading = true;
  if (random.chance(15)) plan.trailing = random.of([Buffer.from('\n'), other, other.subarray(-22)]);
  if (random.chance(15)) plan.comment = random.of([Buffer.from('hi'), other, u32(0x06054b50), other.subarray(-22)]);
  if (random.chance(3)) plan.beforeDirectory = random.of([Buffer.from('x'), other]);
  if (random.chance(3)) plan.beforeEnd = Buffer.from('x');
  if (random.chance(15))
    plan.zip64 = random.chance(70) ? {} : { entries: random.below(4), recordAt: random.below(200) };
  if (random.chance(5)) plan.end = { entries: random.below(4), directoryAt: random.below(200) };
  return plan;
}

function planEntry(random: Random, other: Buffer): EntryPlan {
  const content = random.chance(10) ? other : Buffer.from(random.of(CONTENTS), 'latin1');
  const method = random.of([0, 8]);
  const name = random.of(NAMES);
  const entry: EntryPlan = name.endsWith('/') ? { name } : { name, content, method };
  if (random.chance(30)) entry.descriptor = true;
  if (random.chance(5)) entry.descriptor = bareRecord(content, method);
  if (random.chance(15)) entry.flags = entry.descriptor ? DESCRIPTOR : 0;
  if (random.chance(5)) entry.unlisted = true;
  if (random.chance(5)) entry.listedAgainAs = 'tides/again';
  if (random.chance(5)) entry.packed = Buffer.concat([deflateRawSync(content), random.of([Buffer.from('x'), other])]);
  if (random.chance(5)) entry.after = random.of([u16(0), other]);
  if (random.chance(8))
    entry.attributes = random.of([0x20, 0x10, 0o120777 * 0x10000, 0o100644 * 0x10000, 0o104755 * 0x10000]);
  if (random.chance(8)) entry.local = planHeader(random, content);
  if (random.chance(8)) entry.central = planHeader(random, content);
  if (random.chance(8)) entry.extra = planExtra(random);
  return entry;
}

/** The sizes after a content without their signature, which the standard allows. */
function bareRecord(content: Buffer, method: number): Buffer {
  const packed = method === 8 ? deflateRawSync(content) : content;
  return Buffer.concat([u32(crc32(content)), u32(packed.length), u32(content.length)]);
}

function planHeader(random: Random, content: Buffer): HeaderLie {
  switch (random.below(6)) {
    case 0:
      return { name: random.of(NAMES) };
    case 1:
      return { bytes: random.of(SIZES) };
    case 2:
      return { packedBytes: random.of(SIZES) };
    case 3:
      return { crc32: random.of([0, crc32(content), crc32('x')]) };
    case 4:
      return { flags: random.of([0, 1, 8, 0x800]) };
    default: {
      const sizes = [u64(content.length), u64(random.chance(50) ? content.length : random.below(99))];
      return { bytes: 0xffffffff, packedBytes: 0xffffffff, extra: extraField(1, ...sizes) };
    }
  }
}

const planExtra = (random: Random): Buffer =>
  random.of([
    extraField(0x5455, Buffer.alloc(5)),
    extraField(0x0001, u64(1), u64(1)),
    extraField(0x7075, Buffer.from([1]), u32(0), Buffer.from('tides/b')),
    extraField(0x7075, Buffer.from([1]), u32(crc32('tides/a')), Buffer.from('tides/a')),
    extraField(0x7075, Buffer.from([1]), u32(crc32('tides/main.py')), Buffer.from('tides/evil.py')),
    extraField(0x7075, Buffer.from([1]), u32(crc32('tides/_.md')), Buffer.from('tides/é.md')),
    extraField(0x7075, Buffer.from([1]), u32(crc32('tides/_.md')), Buffer.from('tides/../é.md')),
    Buffer.from([1, 2, 3]),
  ]);
