import { quoteName } from '../quote-name.ts';
import { ambiguous, damaged } from '../refusals.ts';
import type { ZipEntry } from '../zip-entry.ts';
import { checkFlags } from './check-entry.ts';
import type { PackageFileReader } from './package-file-reader.ts';
import { checkExtraFields, type ExtraFields, readExtraFields, ZIP64_FIELD } from './read-extra-fields.ts';
import { readName } from './read-name.ts';
import { FLAG, LOCAL_HEADER, METHOD, readLong, SEE_ZIP64_32 } from './zip-records.ts';

interface LocalHeader {
  /** Offset of the content in the file. */
  dataAt: number;
  /** True if the data descriptor may have 64-bit sizes. Some programs write the ZIP64 field but 32-bit sizes. */
  mayBe64: boolean;
  sizeStandsAhead: boolean;
}

/**
 * Compares an entry's local header with the directory, because programs differ in which of them they read.
 * @throws PackageProblemError if they differ.
 */
export async function checkLocalHeader(
  reader: PackageFileReader,
  entry: ZipEntry,
  directoryAt: number,
): Promise<LocalHeader> {
  const { headerAt, path } = entry;
  const nameAt = headerAt + LOCAL_HEADER.bytes;
  const header = nameAt <= directoryAt ? await reader.read(headerAt, LOCAL_HEADER.bytes) : undefined;
  if (header?.readUInt32LE(0) !== LOCAL_HEADER.mark)
    throw damaged(`${quoteName(path)} is not where the zip's directory says`);
  const extraAt = nameAt + header.readUInt16LE(26);
  const dataAt = extraAt + header.readUInt16LE(28);
  if (dataAt > directoryAt) throw ambiguous(`${quoteName(path)} overlaps the zip's directory`);
  const rawName = await reader.read(nameAt, extraAt - nameAt);
  if (!rawName.equals(entry.rawName)) {
    throw ambiguous(`${quoteName(path)} has another name, ${quoteName(rawName.toString('utf8'))}, in its own header`);
  }
  if (header.readUInt16LE(6) !== entry.flags) throw disagree(path, 'flags');
  if (header.readUInt16LE(8) !== entry.method) throw disagree(path, 'compression methods');
  checkFlags(entry, header.readUInt16LE(4));
  const fields = readExtraFields(await reader.read(extraAt, dataAt - extraAt), path);
  if (entry.isSent) checkExtraFields(fields, path);
  // The second name may be in only one of the two headers.
  if (readName(entry.rawName, entry.flags, fields).path !== path) {
    throw ambiguous(`${quoteName(path)} has a second name in an extra field`);
  }
  const sizes = readSizes(header, fields, path);
  const mayBeLeftOut = (entry.flags & FLAG.descriptor) !== 0;
  const agrees = (value: number, declared: number) => value === declared || (mayBeLeftOut && value === 0);
  const agree =
    agrees(header.readUInt32LE(14), entry.crc32) &&
    agrees(sizes.packedBytes, entry.packedBytes) &&
    agrees(sizes.bytes, entry.bytes);
  if (!agree) throw disagree(path, 'sizes or checksums');
  return {
    dataAt,
    mayBe64: fields.has(ZIP64_FIELD),
    // Deflated data contains its own end.
    sizeStandsAhead: sizes.packedBytes === entry.packedBytes || entry.method === METHOD.deflate,
  };
}

interface Sizes {
  bytes: number;
  packedBytes: number;
}

/** With ZIP64, the extra field contains both sizes, and the header refers to it for both (APPNOTE, section 4.5.3). */
function readSizes(header: Buffer, fields: ExtraFields, path: string): Sizes {
  const short = { packedBytes: header.readUInt32LE(18), bytes: header.readUInt32LE(22) };
  const field = fields.get(ZIP64_FIELD);
  const saysZip64 = [short.packedBytes, short.bytes].filter((size) => size === SEE_ZIP64_32).length;
  // Some programs write an empty field.
  if ((field?.length ?? 0) === 0 && saysZip64 === 0) return short;
  if (field?.length !== 16 || saysZip64 !== 2) throw ambiguous(`${quoteName(path)} declares its size in two ways`);
  return { bytes: readLong(field, 0), packedBytes: readLong(field, 8) };
}

const disagree = (path: string, what: string) =>
  ambiguous(`${quoteName(path)} has different ${what} in its two headers`);
