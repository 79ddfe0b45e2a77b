import { formatBytes } from '../format-bytes.ts';
import type { PackageLimits } from '../package-limits.ts';
import { ambiguous, damaged, NOT_NEEDED, refused } from '../refusals.ts';
import type { PackageFileReader } from './package-file-reader.ts';
import type { DirectoryPlace } from './read-zip64-end.ts';
import { DIRECTORY_HEADER, ZIP64_END } from './zip-records.ts';

/** More than the timestamps and owners of an entry take. */
const MAX_EXTRA_BYTES = 1024;

/** Excluded folders such as `node_modules` may have far more entries than the folders that are sent. */
const LISTED_FOR_EACH_TAKEN = 50;

export interface Directory {
  at: number;
  end: number;
  entries: number;
  /** The actual offsets minus the declared ones. */
  shift: number;
}

/**
 * Locates the directory, which must be immediately before the end records.
 * @throws PackageProblemError if the zip declares another position, or lists too many entries.
 */
export async function locateDirectory(
  reader: PackageFileReader,
  place: DirectoryPlace,
  limits: PackageLimits,
): Promise<Directory> {
  const maxListed = limits.maxEntries * LISTED_FOR_EACH_TAKEN;
  if (place.entries > maxListed) {
    throw refused(`The zip lists ${place.entries} files and folders; the limit is ${maxListed}. ${NOT_NEEDED}`);
  }
  const max = maxListed * (DIRECTORY_HEADER.bytes + limits.maxNameBytes + MAX_EXTRA_BYTES);
  if (place.bytes > max) throw refused(`The zip's directory takes ${formatBytes(place.bytes)}, which is far too large`);
  const at = place.end - place.bytes;
  const shift = at - place.declaredAt;
  if (at < 0 || shift < 0) throw damaged('its directory is not where its end record says');
  if (shift > 0) await refuseSecondDirectory(reader, place);
  if (place.zip64 && place.zip64.declaredAt + shift !== place.zip64.at) {
    throw ambiguous('The ZIP64 record is not where the zip says');
  }
  return { at, end: place.end, entries: place.entries, shift };
}

/** If bytes precede the zip, a program that uses the declared position must not find another directory there. */
async function refuseSecondDirectory(reader: PackageFileReader, { declaredAt, zip64 }: DirectoryPlace): Promise<void> {
  const [directory, record] = [
    await readMark(reader, declaredAt),
    zip64 ? await readMark(reader, zip64.declaredAt) : undefined,
  ];
  if (directory === DIRECTORY_HEADER.mark || record === ZIP64_END.mark) {
    throw ambiguous('The zip has two directories');
  }
}

async function readMark(reader: PackageFileReader, at: number): Promise<number | undefined> {
  const bytes = await reader.readUpTo(at, 4);
  return bytes.length === 4 ? bytes.readUInt32LE(0) : undefined;
}
