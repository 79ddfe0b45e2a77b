import { createHash } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { nameAsSent } from './name-as-sent.ts';

/** SHA-256 of contents by path, without folders; a duplicate path is listed twice. */
export type Contents = [path: string, sha256: string][];

/**
 * Reads a zip like a program that gets it through a pipe: header, content, header, without the directory. Shares no
 * code with the code under test, and trusts sizes only if nothing else shows where a content ends.
 * @param at the position of the first header.
 */
export function readFromStart(zip: Buffer, at: number): Contents {
  const contents: Contents = [];
  let place = at;
  while (zip.readUInt32LE(place) === 0x04034b50) {
    const flags = zip.readUInt16LE(place + 6);
    const method = zip.readUInt16LE(place + 8);
    const nameAt = place + 30;
    const extraAt = nameAt + zip.readUInt16LE(place + 26);
    const dataAt = extraAt + zip.readUInt16LE(place + 28);
    const path = nameAsSent(zip.subarray(nameAt, extraAt), zip.subarray(extraAt, dataAt));
    const isWide = zip
      .subarray(extraAt, dataAt)
      .subarray(0, 2)
      .equals(Buffer.from([1, 0]));
    const size = isWide ? Number(zip.readBigUInt64LE(extraAt + 12)) : zip.readUInt32LE(place + 18);
    const hasRecord = (flags & 8) !== 0;
    const { content, end } = method === 8 ? inflateAt(zip, dataAt) : storedAt(zip, dataAt, size, hasRecord);
    if (path !== '' && !path.endsWith('/')) contents.push([path, createHash('sha256').update(content).digest('hex')]);
    place = end + (hasRecord ? recordBytes(zip, end, isWide) : 0);
  }
  return contents.sort();
}

/** The signature of the record may be missing. */
const recordBytes = (zip: Buffer, at: number, isWide: boolean): number =>
  (isWide ? 20 : 12) + (zip.readUInt32LE(at) === 0x08074b50 ? 4 : 0);

function inflateAt(zip: Buffer, at: number): { content: Buffer; end: number } {
  // A deflated content marks its own end; what follows is not read.
  const result: unknown = inflateRawSync(zip.subarray(at), { info: true });
  if (!isInflated(result)) throw new Error('Node.js gives no account of an inflated content.');
  return { content: result.buffer, end: at + result.engine.bytesWritten };
}

const isInflated = (value: unknown): value is { buffer: Buffer; engine: { bytesWritten: number } } =>
  typeof value === 'object' && value !== null && 'buffer' in value && 'engine' in value;

function storedAt(zip: Buffer, at: number, size: number, hasRecord: boolean): { content: Buffer; end: number } {
  const end = hasRecord && size === 0 ? zip.indexOf('PK\x07\x08', at, 'latin1') : at + size;
  return { content: zip.subarray(at, end), end };
}
