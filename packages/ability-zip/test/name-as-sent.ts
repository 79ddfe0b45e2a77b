import { crc32 } from 'node:zlib';

/**
 * The name under which an entry must be sent, by the standard and the habits of packers: the Unicode path if there is
 * one for this name, else UTF-8; slashes between folders; no leading `./`. Shares no code with the code under test.
 */
export function nameAsSent(raw: Buffer, extra: Buffer): string {
  const name = unicodePathIn(extra, raw) ?? raw;
  return name
    .toString('utf8')
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/, '');
}

function unicodePathIn(extra: Buffer, raw: Buffer): Buffer | undefined {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    const data = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
    const isPath = extra.readUInt16LE(at) === 0x7075 && data.length > 5;
    if (isPath && data.readUInt32LE(1) === crc32(raw)) return data.subarray(5);
  }
  return undefined;
}
