import { checkNameLength, checkPath, checkPlace } from '../check/check-path.ts';
import { findLargestFolder } from '../check/find-largest-folder.ts';
import { findEnvironments } from '../check/find-layout.ts';
import { findLeftOut } from '../check/unwanted-files.ts';
import type { PackageLimits } from '../package-limits.ts';
import { quoteName } from '../quote-name.ts';
import { ambiguous, tooMuch } from '../refusals.ts';
import { takeTurns } from '../take-turns.ts';
import type { ZipEntry } from '../zip-entry.ts';
import { checkAttributes, checkFlags, isSetuid } from './check-entry.ts';
import type { Directory } from './locate-directory.ts';
import type { PackageFileReader } from './package-file-reader.ts';
import { type DirectoryHeader, readDirectoryHeader } from './read-directory-header.ts';
import { checkExtraFields, type ExtraFields } from './read-extra-fields.ts';
import type { EntryName } from './read-name.ts';
import { METHOD } from './zip-records.ts';

/**
 * Reads and checks each entry of the directory. Excluded entries don't count toward any limit.
 * @throws PackageProblemError
 */
export async function readDirectory(
  reader: PackageFileReader,
  directory: Directory,
  limits: PackageLimits,
  signal?: AbortSignal,
): Promise<ZipEntry[]> {
  const headers: DirectoryHeader[] = [];
  let { at } = directory;
  while (headers.length < directory.entries) {
    await takeTurns(headers.length, signal);
    const { header, end } = await readDirectoryHeader(reader, at, directory);
    headers.push(header);
    at = end;
  }
  if (at !== directory.end) throw ambiguous("The zip's directory lists more entries than the zip declares");
  const environments = findEnvironments(headers.map(({ name }) => name.path));
  const entries: ZipEntry[] = [];
  for (const [index, header] of headers.entries()) {
    await takeTurns(index, signal);
    entries.push(checkHeader(header, { directory, environments, limits }));
  }
  const sent = entries.filter(({ isSent }) => isSent);
  if (sent.length > limits.maxEntries) {
    const largest = findLargestFolder(sent.map(({ path }) => ({ path, weight: 1 })));
    throw tooMuch(
      `The zip has ${sent.length} files and folders to upload; the limit is ${limits.maxEntries}`,
      largest && `${quoteName(largest.path)} has ${largest.weight} of them`,
    );
  }
  return entries;
}

interface Listing {
  directory: Directory;
  environments: ReadonlySet<string>;
  limits: PackageLimits;
}

function checkHeader(
  { attributes, crc32, fields, flags, method, name, neededVersion, place, rawName }: DirectoryHeader,
  { directory, environments, limits }: Listing,
): ZipEntry {
  const { path } = name;
  const leftOut = findLeftOut(path, environments) ?? null;
  const entry: ZipEntry = {
    path,
    leftOut,
    rawName,
    flags,
    method,
    crc32,
    ...place,
    isFolder: path === '' || path.endsWith('/'),
    isSent: path !== '' && leftOut === null,
    repairs: isSetuid(attributes) ? [...name.repairs, 'setuid'] : name.repairs,
    headerAt: place.declaredAt + directory.shift,
  };
  if (name.problem && entry.isSent) throw name.problem;
  checkFlags(entry, neededVersion);
  checkEntry(entry, name, { attributes, fields }, limits);
  return entry;
}

/** Excluded entries only have their path checked. */
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
  // The root is never inflated, so it must not contain data.
  if (path === '' && packedBytes > 0) throw ambiguous('“./” is a folder but has contents');
  if (isFolder && bytes > 0) throw ambiguous(`${quoteName(path)} is a folder but has contents`);
  if (method === METHOD.stored && bytes !== packedBytes) {
    throw ambiguous(`${quoteName(path)} declares two different sizes but is not compressed`);
  }
  // Even empty content takes two bytes when it is deflated.
  if (method === METHOD.deflate && packedBytes === 0) {
    throw ambiguous(`${quoteName(path)} is marked as compressed but is empty`);
  }
}
