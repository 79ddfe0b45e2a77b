import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { nameAsSent } from './name-as-sent.ts';
import type { Contents } from './read-from-start.ts';

/**
 * Reads a zip by its directory, with the library yauzl.
 * @param trailing number of bytes after the zip, which yauzl does not accept.
 */
export async function readByDirectory(zip: Buffer, trailing: number): Promise<Contents> {
  const whole = zip.subarray(0, zip.length - trailing);
  const file = await fromBufferPromise(whole.subarray(findStart(whole)), { decodeStrings: false });
  const contents: Contents = [];
  for await (const entry of file.eachEntry()) {
    const content = await buffer(await file.openReadStreamPromise(entry));
    const path = nameAsSent(entry.fileNameRaw, entry.extraFieldRaw);
    if (path !== '' && !path.endsWith('/')) {
      contents.push([path, createHash('sha256').update(content).digest('hex')]);
    }
  }
  return contents.sort();
}

/** Where the offsets of the zip start; yauzl assumes the start of the file. */
function findStart(zip: Buffer): number {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end < 76 || zip.readUInt32LE(end - 20) !== 0x07064b50) {
    return end - zip.readUInt32LE(end + 12) - zip.readUInt32LE(end + 16);
  }
  const wide = end - 76;
  return wide - Number(zip.readBigUInt64LE(wide + 40)) - Number(zip.readBigUInt64LE(wide + 48));
}
