import { quoteName } from '../quote-name.ts';
import { ambiguous } from '../refusals.ts';
import type { ZipEntry } from '../zip-entry.ts';
import type { PackageFileReader } from './package-file-reader.ts';
import { DESCRIPTOR, FLAG } from './zip-records.ts';

/**
 * Checks the data descriptor of an entry that declares one. Its signature is optional. Without it, a streaming reader
 * must know by other means where the content ends, and nothing in the descriptor may look like the signature.
 * @param dataEnd end of the content.
 * @returns the end of the entry, and whether the descriptor lacks a signature.
 * @throws PackageProblemError
 */
export async function readDescriptorEnd(
  reader: PackageFileReader,
  entry: ZipEntry,
  dataEnd: number,
  { mayBe64, sizeStandsAhead }: { mayBe64: boolean; sizeStandsAhead: boolean },
): Promise<{ end: number; isBare: boolean }> {
  if ((entry.flags & FLAG.descriptor) === 0) return { end: dataEnd, isBare: false };
  for (const sizesAre64 of mayBe64 ? [true, false] : [false]) {
    const markedBytes = sizesAre64 ? DESCRIPTOR.zip64Bytes : DESCRIPTOR.bytes;
    const record = await reader.read(dataEnd, markedBytes);
    const isMarked = record.readUInt32LE(0) === DESCRIPTOR.mark;
    if (isMarked && agrees(entry, record.subarray(4), sizesAre64)) return { end: dataEnd + markedBytes, isBare: false };
    // A zero size in the local header may mean "unknown".
    const isEndKnown = sizeStandsAhead && entry.packedBytes > 0;
    if (!isMarked && isEndKnown && agrees(entry, record, sizesAre64)) {
      return { end: dataEnd + markedBytes - 4, isBare: true };
    }
  }
  throw ambiguous(`The sizes after ${quoteName(entry.path)} differ from those in the directory`);
}

/** @param values a checksum and two sizes. */
const agrees = ({ bytes, crc32, packedBytes }: ZipEntry, values: Buffer, areWide: boolean): boolean =>
  values.readUInt32LE(0) === crc32 &&
  (areWide ? values.readBigUInt64LE(4) === BigInt(packedBytes) : values.readUInt32LE(4) === packedBytes) &&
  (areWide ? values.readBigUInt64LE(12) === BigInt(bytes) : values.readUInt32LE(8) === bytes);
