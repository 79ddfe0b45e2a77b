import { checkAttributes } from '../check/check-attributes.ts';
import { checkFlags } from '../check/check-flags.ts';
import { checkNameLength, checkPath } from '../check/check-path.ts';
import { ambiguous, damaged, refused, splitZip } from '../check/refusals.ts';
import type { PackageLimits } from '../package-limits.ts';
import { quoteName } from '../quote-name.ts';
import { decodeName } from './decode-name.ts';
import type { Directory } from './locate-directory.ts';
import type { PackageFileReader } from './package-file-reader.ts';
import { readExtraFields } from './read-extra-fields.ts';
import { readZip64Values } from './read-zip64-values.ts';
import { takeTurns } from './take-turns.ts';
import type { ZipEntry } from './zip-entry.ts';
import { DIRECTORY_HEADER, METHOD } from './zip-records.ts';

/**
 * The entries that the directory lists, each checked for itself.
 * @throws PackageProblemError
 */
export async function readDirectory(
  reader: PackageFileReader,
  directory: Directory,
  limits: PackageLimits,
  signal?: AbortSignal,
): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = [];
  let { at } = directory;
  while (entries.length < directory.entries) {
    await takeTurns(entries.length, signal);
    const { entry, end } = await readHeader(reader, at, directory, limits);
    entries.push(entry);
    at = end;
  }
  if (at !== directory.end) throw ambiguous('The directory of the zip lists more than the zip counts');
  return entries;
}

async function readHeader(
  reader: PackageFileReader,
  at: number,
  directory: Directory,
  limits: PackageLimits,
): Promise<{ entry: ZipEntry; end: number }> {
  const nameAt = at + DIRECTORY_HEADER.bytes;
  const header = nameAt <= directory.end ? await reader.read(at, DIRECTORY_HEADER.bytes) : undefined;
  if (header?.readUInt32LE(0) !== DIRECTORY_HEADER.mark) {
    throw damaged('its directory does not list as much as the zip counts');
  }
  const extraAt = nameAt + header.readUInt16LE(28);
  const commentAt = extraAt + header.readUInt16LE(30);
  const end = commentAt + header.readUInt16LE(32);
  if (end > directory.end) throw damaged('its directory is cut short');
  // A copy, so that no page of the file is kept for one name.
  const rawName = Buffer.from(await reader.read(nameAt, extraAt - nameAt));
  checkNameLength(rawName, limits);
  const flags = header.readUInt16LE(8);
  const path = decodeName(rawName, flags);
  checkPath(path, limits);
  if (end > commentAt) throw refused(`${quoteName(path)} carries a comment, which hides data`);
  const disk = header.readUInt16LE(34);
  if (disk !== 0) throw splitZip();
  const fields = readExtraFields(await reader.read(extraAt, commentAt - extraAt), rawName, path);
  const short = {
    bytes: header.readUInt32LE(24),
    packedBytes: header.readUInt32LE(20),
    declaredAt: header.readUInt32LE(42),
  };
  const place = readZip64Values(path, short, fields);
  const entry: ZipEntry = {
    path,
    isFolder: path.endsWith('/'),
    rawName,
    flags,
    method: header.readUInt16LE(10),
    crc32: header.readUInt32LE(16),
    ...place,
    headerAt: place.declaredAt + directory.shift,
  };
  checkFlags(entry, header.readUInt16LE(6));
  checkAttributes(path, entry.isFolder, header.readUInt32LE(38));
  checkSizes(entry);
  return { entry, end };
}

function checkSizes({ bytes, isFolder, method, packedBytes, path }: ZipEntry): void {
  if (isFolder && bytes > 0) throw ambiguous(`${quoteName(path)} is a folder with content of its own`);
  if (method === METHOD.stored && bytes !== packedBytes) {
    throw ambiguous(`${quoteName(path)} declares two sizes, although it is not compressed`);
  }
  // Nothing at all is no compressed content: even an empty one takes two bytes.
  if (method === METHOD.deflate && packedBytes === 0) {
    throw ambiguous(`${quoteName(path)} is marked as compressed and holds nothing`);
  }
}
