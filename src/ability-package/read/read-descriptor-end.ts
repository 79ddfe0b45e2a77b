import { ambiguous } from '../check/refusals.ts';
import { quoteName } from '../quote-name.ts';
import type { PackageFileReader } from './package-file-reader.ts';
import { readLong } from './read-long.ts';
import type { ZipEntry } from './zip-entry.ts';
import { DESCRIPTOR, FLAG } from './zip-records.ts';

/**
 * Checks the record behind the content, for an entry that says it has one. Its mark is optional by the standard; without
 * it, programs differ in where the record ends, and no packer in use leaves it out.
 * @param dataEnd where the content ends.
 * @returns where the entry ends.
 * @throws PackageProblemError
 */
export async function readDescriptorEnd(
  reader: PackageFileReader,
  { bytes, crc32, flags, packedBytes, path }: ZipEntry,
  dataEnd: number,
  sizesAre64: boolean,
): Promise<number> {
  if ((flags & FLAG.descriptor) === 0) return dataEnd;
  const record = await reader.read(dataEnd, sizesAre64 ? DESCRIPTOR.zip64Bytes : DESCRIPTOR.bytes);
  const agrees =
    record.readUInt32LE(0) === DESCRIPTOR.mark &&
    record.readUInt32LE(4) === crc32 &&
    (sizesAre64 ? readLong(record, 8) : record.readUInt32LE(8)) === packedBytes &&
    (sizesAre64 ? readLong(record, 16) : record.readUInt32LE(12)) === bytes;
  if (!agrees) throw ambiguous(`The sizes behind the content of ${quoteName(path)} are not those of its directory`);
  return dataEnd + record.length;
}
