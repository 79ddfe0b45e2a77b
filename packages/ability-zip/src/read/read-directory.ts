import { checkAttributes, isSetuid } from '../check/check-attributes.ts';
import { checkFlags } from '../check/check-flags.ts';
import { checkNameLength, checkPath, checkPlace } from '../check/check-path.ts';
import { ambiguous, damaged, refused, splitZip } from '../check/refusals.ts';
import { findLeftOut } from '../check/tell-warned-files.ts';
import type { PackageLimits } from '../package-limits.ts';
import { quoteName } from '../quote-name.ts';
import type { Directory } from './locate-directory.ts';
import type { PackageFileReader } from './package-file-reader.ts';
import { checkExtraFields, type ExtraFields, readExtraFields } from './read-extra-fields.ts';
import { type EntryName, readName } from './read-name.ts';
import { readZip64Values } from './read-zip64-values.ts';
import { takeTurns } from './take-turns.ts';
import type { ZipEntry } from './zip-entry.ts';
import { DIRECTORY_HEADER, METHOD } from './zip-records.ts';

/**
 * Reads and checks each entry of the directory. Excluded entries count against no limit.
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
  if (at !== directory.end) throw ambiguous('The directory lists more entries than the zip declares');
  const sent = entries.filter(({ isSent }) => isSent).length;
  if (sent > limits.maxEntries) {
    throw refused(`The zip lists ${sent} files and folders; the limit is ${limits.maxEntries}`);
  }
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
    throw damaged('its directory lists fewer entries than the zip declares');
  }
  const extraAt = nameAt + header.readUInt16LE(28);
  const commentAt = extraAt + header.readUInt16LE(30);
  const end = commentAt + header.readUInt16LE(32);
  if (end > directory.end) throw damaged('its directory is cut off');
  // A copy, so that the whole page is not retained for one name.
  const rawName = Buffer.from(await reader.read(nameAt, extraAt - nameAt));
  const flags = header.readUInt16LE(8);
  const fields = readExtraFields(await reader.read(extraAt, commentAt - extraAt), rawName.toString('utf8'));
  const name = readName(rawName, flags, fields);
  const { path } = name;
  if (end > commentAt) throw refused(`${quoteName(path)} has a comment, which could hide data`);
  const disk = header.readUInt16LE(34);
  if (disk !== 0) throw splitZip();
  const short = {
    bytes: header.readUInt32LE(24),
    packedBytes: header.readUInt32LE(20),
    declaredAt: header.readUInt32LE(42),
  };
  const place = readZip64Values(path, short, fields);
  const attributes = header.readUInt32LE(38);
  const entry: ZipEntry = {
    path,
    isFolder: path === '' || path.endsWith('/'),
    isSent: isSentPath(path),
    repairs: isSetuid(attributes) ? [...name.repairs, 'setuid'] : name.repairs,
    rawName,
    flags,
    method: header.readUInt16LE(10),
    crc32: header.readUInt32LE(16),
    ...place,
    headerAt: place.declaredAt + directory.shift,
  };
  checkFlags(entry, header.readUInt16LE(6));
  checkEntry(entry, name, { attributes, fields }, limits);
  return { entry, end };
}

const isSentPath = (path: string): boolean => path !== '' && findLeftOut(path) === undefined;

/** For excluded entries only the place is checked. */
function checkEntry(
  entry: ZipEntry,
  { path, spelled }: EntryName,
  { attributes, fields }: { attributes: number; fields: ExtraFields },
  limits: PackageLimits,
): void {
  if (path !== '') checkPlace(path, spelled);
  if (!entry.isSent && path !== '') return;
  checkNameLength(path, limits);
  if (path !== '') checkPath(path, limits, spelled);
  checkExtraFields(fields, path);
  checkAttributes(path, entry.isFolder, attributes);
  checkSizes(entry);
}

function checkSizes({ bytes, isFolder, method, packedBytes, path }: ZipEntry): void {
  // The root is not inflated, so it must not hide any content.
  if (path === '' && packedBytes > 0) throw ambiguous('“./” is a folder but has contents');
  if (isFolder && bytes > 0) throw ambiguous(`${quoteName(path)} is a folder but has contents`);
  if (method === METHOD.stored && bytes !== packedBytes) {
    throw ambiguous(`${quoteName(path)} declares two different sizes but is not compressed`);
  }
  // Even empty deflated content is two bytes long.
  if (method === METHOD.deflate && packedBytes === 0) {
    throw ambiguous(`${quoteName(path)} is marked as compressed but is empty`);
  }
}
