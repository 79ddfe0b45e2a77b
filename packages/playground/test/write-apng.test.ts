import { crc32, deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readPng, writeApng } from '../src/screenshots/write-apng.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** An RGB image of these rows, each with its filter first. */
function makePng(width: number, rows: readonly (readonly number[])[]): Buffer {
  const header = Buffer.from([0, 0, 0, width, 0, 0, 0, rows.length, 8, 2, 0, 0, 0]);
  const data = deflateSync(Buffer.from(rows.flat()));
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

/** The chunks after the signature. @throws if a checksum is wrong. */
function chunksOf(png: Buffer): { type: string; content: Buffer }[] {
  const chunks: { type: string; content: Buffer }[] = [];
  for (let at = SIGNATURE.length; at < png.length; ) {
    const end = at + 8 + png.readUInt32BE(at);
    if (png.readUInt32BE(end) !== crc32(png.subarray(at + 4, end))) throw new Error('A checksum is wrong.');
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), content: png.subarray(at + 8, end) });
    at = end + 4;
  }
  return chunks;
}

const row = (...greys: number[]) => [0, ...greys.flatMap((grey) => [grey, grey, grey])];

test('all filters of the format are read', () => {
  const rows = [0, 1, 2, 3, 4].map((filter) => [filter, 1, 1, 1, 1, 1, 1]);
  const greys = [1, 1, 1, 2, 2, 3, 2, 3, 3, 4];
  expect([...readPng(makePng(2, rows)).pixels]).toEqual(greys.flatMap((grey) => [grey, grey, grey]));
});

test('the first frame is complete, a later one only its change, and one without a change extends the one before', () => {
  const first = makePng(3, [row(1, 1, 1), row(1, 1, 1), row(1, 1, 1)]);
  const second = makePng(3, [row(1, 1, 1), row(1, 5, 6), row(1, 1, 1)]);
  const png = writeApng([
    { png: first, ms: 100 },
    { png: first, ms: 50 },
    { png: second, ms: 200 },
  ]);
  const chunks = chunksOf(png);
  expect(chunks.map(({ type }) => type)).toEqual(['IHDR', 'acTL', 'fcTL', 'IDAT', 'fcTL', 'fdAT', 'IEND']);
  expect(readPng(png).pixels).toEqual(readPng(first).pixels);
  const controls = chunks.filter(({ type }) => type === 'fcTL').map(({ content }) => content);
  // Sequence number, width, height, x and y; the delay in milliseconds.
  const fields = controls.map((content) => [0, 4, 8, 12, 16].map((at) => content.readUInt32BE(at)));
  expect(fields).toEqual([
    [0, 3, 3, 0, 0],
    [1, 2, 1, 1, 1],
  ]);
  expect(controls.map((content) => content.readUInt16BE(20))).toEqual([150, 200]);
});

test('frames of different sizes are rejected', () => {
  const frames = [makePng(1, [row(1)]), makePng(2, [row(1, 1)])].map((png) => ({ png, ms: 1 }));
  expect(() => writeApng(frames)).toThrow('The frames differ in size or format.');
});
