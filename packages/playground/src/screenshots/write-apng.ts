import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** A screenshot and how long it is shown. */
export interface DrawContext {
  png: Buffer;
  ms: number;
}

interface Image {
  header: Buffer;
  width: number;
  height: number;
  /** Bytes per pixel. */
  depth: number;
  pixels: Buffer;
}

interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Of the color types RGB and RGBA. */
const CHANNELS = new Map([
  [2, 3],
  [6, 4],
]);

/**
 * An animated PNG that repeats forever. After the first frame, only the region that changed is stored. Frames must have
 * the same size and pixel format; a frame that changes nothing extends the one before.
 */
export function writeApng(frames: readonly DrawContext[]): Buffer {
  const parts: { image: Image; region: Region; ms: number }[] = [];
  for (const { png, ms } of frames) {
    const image = readPng(png);
    const last = parts.at(-1);
    if (last && !last.image.header.equals(image.header)) throw new Error('The frames differ in size or format.');
    const region = last ? findChange(last.image, image) : { x: 0, y: 0, width: image.width, height: image.height };
    if (region) parts.push({ image, region, ms });
    else if (last) last.ms += ms;
  }
  const [first] = parts;
  if (!first) throw new Error('There is no frame.');
  let sequence = 0;
  const chunks = parts.flatMap(({ image, region, ms }, index) => {
    const control = chunk('fcTL', numbers(sequence++, region.width, region.height, region.x, region.y), delay(ms));
    const data = compress(image, region);
    return [control, index === 0 ? chunk('IDAT', data) : chunk('fdAT', numbers(sequence++), data)];
  });
  return Buffer.concat([
    ...[SIGNATURE, chunk('IHDR', first.image.header), chunk('acTL', numbers(parts.length, 0))],
    ...[...chunks, chunk('IEND')],
  ]);
}

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

/** A fraction of a second; the frame overwrites the one before, which is kept. */
function delay(ms: number): Buffer {
  const bytes = Buffer.alloc(6);
  bytes.writeUInt16BE(ms, 0);
  bytes.writeUInt16BE(1000, 2);
  return bytes;
}

function chunk(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from(type), ...content]);
  return Buffer.concat([numbers(body.length - 4), body, numbers(crc32(body))]);
}

/** Reads a PNG of 8 bits per channel, not interlaced, as browsers write them. */
export function readPng(png: Buffer): Image {
  let header = Buffer.alloc(0);
  const data: Buffer[] = [];
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const content = png.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') header = Buffer.from(content);
    if (type === 'IDAT') data.push(content);
    at += length + 12;
  }
  const depth = CHANNELS.get(header[9] ?? -1);
  if (header[8] !== 8 || header[12] !== 0 || depth === undefined) throw new Error('The PNG has an unsupported format.');
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  return { header, width, height, depth, pixels: unfilter(inflateSync(Buffer.concat(data)), width * depth, depth) };
}

/** Undoes the filters of the PNG format: each byte is stored as the difference to a prediction from its neighbors. */
function unfilter(filtered: Buffer, stride: number, depth: number): Buffer {
  const rows = filtered.length / (stride + 1);
  const pixels = Buffer.alloc(rows * stride);
  for (let row = 0; row < rows; row++) {
    const from = row * (stride + 1);
    const to = row * stride;
    const filter = filtered[from] ?? 0;
    for (let index = 0; index < stride; index++) {
      const left = index < depth ? 0 : (pixels[to + index - depth] ?? 0);
      const up = row === 0 ? 0 : (pixels[to + index - stride] ?? 0);
      const corner = row === 0 || index < depth ? 0 : (pixels[to + index - stride - depth] ?? 0);
      pixels[to + index] = (filtered[from + 1 + index] ?? 0) + predict(filter, left, up, corner);
    }
  }
  return pixels;
}

function predict(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  return filter === 4 ? predictNearest(left, up, corner) : 0;
}

/** The neighbor nearest to `left + up - corner`. */
function predictNearest(left: number, up: number, corner: number): number {
  const toLeft = Math.abs(up - corner);
  const toUp = Math.abs(left - corner);
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** The smallest rectangle with all changed pixels; null without a change. */
function findChange(before: Image, { depth, height, pixels, width }: Image): Region | null {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * depth;
      if (before.pixels.compare(pixels, at, at + depth, at, at + depth) === 0) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), y];
    }
  }
  return right < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** Without filters: the flat areas of a screenshot compress best so. */
function compress(image: Image, { height, width, x, y }: Region): Buffer {
  const rows = Array.from({ length: height }, (_, row) => {
    const from = ((y + row) * image.width + x) * image.depth;
    return [Buffer.alloc(1), image.pixels.subarray(from, from + width * image.depth)];
  });
  return deflateSync(Buffer.concat(rows.flat()), { level: 9 });
}
