import { crc32, deflateSync } from 'node:zlib';

/** In pixels, width and height. */
const SIZE = 64;

/** A PNG of a sun above a horizon. */
export function drawIcon(): Buffer {
  const rows = Array.from({ length: SIZE }, (_, y) => [
    0,
    ...Array.from({ length: SIZE }, (_, x) => colorAt(x, y)).flat(),
  ]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  // 8 bits per channel, RGB.
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function colorAt(x: number, y: number): number[] {
  if (y > 44) return [24, 78, 104];
  return Math.hypot(x - 32, y - 40) < 18 ? [250, 196, 72] : [252, 232, 206];
}

/** A PNG chunk: length, name, content, checksum. */
function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
