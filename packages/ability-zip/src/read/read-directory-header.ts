import { quoteName } from '../quote-name.ts';
import { ambiguous, damaged, splitZip } from '../refusals.ts';
import type { Directory } from './locate-directory.ts';
import type { PackageFileReader } from './package-file-reader.ts';
import { type ExtraFields, readExtraFields, ZIP64_FIELD } from './read-extra-fields.ts';
import { type EntryName, readName } from './read-name.ts';
import { DIRECTORY_HEADER, holdsMark, readLong, SEE_ZIP64_32 } from './zip-records.ts';

/** A header in the directory. Only its structure has been checked. */
export interface DirectoryHeader {
  name: EntryName;
  rawName: Buffer;
  neededVersion: number;
  flags: number;
  method: number;
  crc32: number;
  place: DeclaredPlace;
  attributes: number;
  fields: ExtraFields;
}

/** @throws PackageProblemError */
export async function readDirectoryHeader(
  reader: PackageFileReader,
  at: number,
  directory: Directory,
): Promise<{ header: DirectoryHeader; end: number }> {
  const nameAt = at + DIRECTORY_HEADER.bytes;
  const header = nameAt <= directory.end ? await reader.read(at, DIRECTORY_HEADER.bytes) : undefined;
  if (header?.readUInt32LE(0) !== DIRECTORY_HEADER.mark) {
    throw damaged('its directory lists fewer entries than the zip declares');
  }
  const extraAt = nameAt + header.readUInt16LE(28);
  const commentAt = extraAt + header.readUInt16LE(30);
  const end = commentAt + header.readUInt16LE(32);
  if (end > directory.end) throw damaged('its directory is cut off');
  // Copied, so that a few bytes don't keep a whole page in memory.
  const rawName = Buffer.from(await reader.read(nameAt, extraAt - nameAt));
  const flags = header.readUInt16LE(8);
  const extra = Buffer.from(await reader.read(extraAt, commentAt - extraAt));
  const fields = readExtraFields(extra, rawName.toString('utf8'));
  const name = readName(rawName, flags, fields);
  if (end > commentAt) {
    // A signature may begin just before the comment.
    if (holdsMark(await reader.readUpTo(commentAt - 3, end - commentAt + 3))) {
      throw ambiguous(`The comment of ${quoteName(name.path)} contains parts of another zip`);
    }
    name.repairs.push('comment');
  }
  if (header.readUInt16LE(34) !== 0) throw splitZip();
  const short = {
    bytes: header.readUInt32LE(24),
    packedBytes: header.readUInt32LE(20),
    declaredAt: header.readUInt32LE(42),
  };
  return {
    header: {
      name,
      rawName,
      flags,
      fields,
      neededVersion: header.readUInt16LE(6),
      method: header.readUInt16LE(10),
      crc32: header.readUInt32LE(16),
      place: readZip64Values(name.path, short, fields),
      attributes: header.readUInt32LE(38),
    },
    end,
  };
}

interface DeclaredPlace {
  bytes: number;
  packedBytes: number;
  declaredAt: number;
}

/**
 * The sizes and the offset of a directory header. Values that don't fit into 32 bits are in the ZIP64 field, which must
 * contain exactly those, because programs interpret additional values differently.
 * @throws PackageProblemError
 */
function readZip64Values(path: string, short: DeclaredPlace, fields: ExtraFields): DeclaredPlace {
  const field = fields.get(ZIP64_FIELD) ?? Buffer.alloc(0);
  const { bytes, packedBytes, declaredAt } = short;
  const missing = [bytes, packedBytes, declaredAt].filter((value) => value === SEE_ZIP64_32).length;
  if (field.length !== missing * 8) throw ambiguous(`${quoteName(path)} declares its size in two ways`);
  let at = 0;
  const resolve = (value: number): number => {
    if (value !== SEE_ZIP64_32) return value;
    at += 8;
    return readLong(field, at - 8);
  };
  return { bytes: resolve(bytes), packedBytes: resolve(packedBytes), declaredAt: resolve(declaredAt) };
}
