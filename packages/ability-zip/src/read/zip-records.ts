import { damaged } from '../refusals.ts';

/** Signatures and fixed sizes of a zip's records (PKWARE's APPNOTE 6.3.10, section 4.3). */
export const LOCAL_HEADER = { mark: 0x04034b50, bytes: 30 };
export const DIRECTORY_HEADER = { mark: 0x02014b50, bytes: 46 };
export const DESCRIPTOR = { mark: 0x08074b50, bytes: 16, zip64Bytes: 24 };
export const END_RECORD = { mark: 0x06054b50, bytes: 22 };
export const ZIP64_END = { mark: 0x06064b50, bytes: 56 };
export const ZIP64_LOCATOR = { mark: 0x07064b50, bytes: 20 };

/** In a field of 16 or 32 bits, means that the value is in a ZIP64 record. */
export const SEE_ZIP64_16 = 0xffff;
export const SEE_ZIP64_32 = 0xffffffff;

export const METHOD = { stored: 0, deflate: 8 };

export const FLAG = {
  encrypted: 1 << 0,
  /** The checksum and the sizes follow the content. */
  descriptor: 1 << 3,
  patched: 1 << 5,
  stronglyEncrypted: 1 << 6,
  utf8: 1 << 11,
  maskedHeaders: 1 << 13,
};

/**
 * The two bytes after `PK` in each signature. 5,5 is a digital signature, 6,8 an archive extra record, and 0x3030 a
 * split archive.
 */
const MARKS = new Set([0x0403, 0x0201, 0x0807, 0x0605, 0x0606, 0x0706, 0x0505, 0x0806, 0x3030]);
const PK = Buffer.from('PK');

/** True if these bytes contain the signature of a zip record. */
export function holdsMark(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(PK); at !== -1 && at + 4 <= bytes.length; at = bytes.indexOf(PK, at + 1)) {
    if (MARKS.has(bytes.readUInt16LE(at + 2))) return true;
  }
  return false;
}

/** Reads a 64-bit number. @throws PackageProblemError if it exceeds 2^53 - 1. */
export function readLong(bytes: Buffer, at: number): number {
  const value = bytes.readBigUInt64LE(at);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw damaged('a record contains an impossible number');
  return Number(value);
}

/** Searches a stream of bytes for signatures of zip records. */
export class MarkScan {
  #found = false;
  #rest = Buffer.alloc(0);

  get found(): boolean {
    return this.#found;
  }

  add(piece: Buffer): void {
    if (this.#found) return;
    // A signature may be split between two pieces.
    this.#found = holdsMark(piece) || holdsMark(Buffer.concat([this.#rest, piece.subarray(0, 3)]));
    this.#rest = Buffer.concat([this.#rest, piece.subarray(-3)]).subarray(-3);
  }
}
