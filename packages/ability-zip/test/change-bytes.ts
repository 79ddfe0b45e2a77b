import type { Random } from './random.ts';

const MARKS = ['PK\x03\x04', 'PK\x01\x02', 'PK\x05\x06', 'PK\x06\x06', 'PK\x06\x07', 'PK\x07\x08'];
const NUMBERS = [0, 1, 2, 8, 9, 0x10, 0x7f, 0x800, 0xff, 0xfffe, 0xffff, 0x10000, 0x7fffffff, 0xfffffffe, 0xffffffff];

/** Changes bytes in one of the ways in which files get damaged or forged. */
export function changeBytes(zip: Buffer, random: Random, other: Buffer): Buffer {
  // An earlier change may have removed everything.
  if (zip.length === 0) return Buffer.from(other);
  const at = placeIn(zip, random);
  const length = Math.min(1 + random.below(random.chance(50) ? 8 : 80), zip.length - at);
  const part = zip.subarray(at, at + length);
  switch (random.below(11)) {
    case 0:
      return replace(zip, at, Buffer.from([random.below(256)]));
    case 1:
      return replace(zip, at, Buffer.from([zip.readUInt8(at) ^ (1 << random.below(8))]));
    case 2:
      return replace(zip, at, number(random, 2));
    case 3:
      return replace(zip, at, number(random, 4));
    case 4:
      return replace(zip, at, Buffer.from(random.of(MARKS), 'latin1'));
    case 5:
      return Buffer.concat([zip.subarray(0, at), zip.subarray(at + length)]);
    case 6:
      return Buffer.concat([zip.subarray(0, at), part, zip.subarray(at)]);
    case 7:
      return Buffer.concat([zip.subarray(0, at), other.subarray(0, random.below(other.length)), zip.subarray(at)]);
    case 8:
      return replace(zip, placeIn(zip, random), part);
    case 9:
      return random.chance(50) ? Buffer.concat([zip, part]) : Buffer.concat([part, zip]);
    default:
      return zip.subarray(0, at + 1);
  }
}

/** Mostly in a record: changes in contents are always found by the checksum. */
function placeIn(zip: Buffer, random: Random): number {
  if (random.chance(25)) return random.below(zip.length);
  const places = MARKS.flatMap((mark) => {
    const found: number[] = [];
    for (let at = zip.indexOf(mark, 0, 'latin1'); at !== -1; at = zip.indexOf(mark, at + 1, 'latin1')) found.push(at);
    return found;
  });
  if (places.length === 0) return random.below(zip.length);
  return Math.min(random.of(places) + random.below(64), zip.length - 1);
}

function number(random: Random, bytes: 2 | 4): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(random.chance(50) ? random.of(NUMBERS) : random.below(600));
  return buffer.subarray(0, bytes);
}

function replace(zip: Buffer, at: number, bytes: Buffer): Buffer {
  const changed = Buffer.from(zip);
  bytes.copy(changed, at);
  return changed;
}
