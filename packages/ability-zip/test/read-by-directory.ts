import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { nameAsSent } from './name-as-sent.ts';
import type { Contents } from './read-from-start.ts';

/**
 * Reads a zip by its directory, by the library yauzl.
 * @param trailing how many bytes stand behind the zip, which yauzl does not take.
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

/** From where the offsets of the zip count, which yauzl takes to be the start. */
function findStart(zip: Buffer): number {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end < 76 || zip.readUInt32LE(end - 20) !== 0x07064b50) {
    return end - zip.readUInt32LE(end + 12) - zip.readUInt32LE(end + 16);
  }
  const wide = end - 76;
  return wide - Number(zip.readBigUInt64LE(wide + 40)) - Number(zip.readBigUInt64LE(wide + 48));
}
