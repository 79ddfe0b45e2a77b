import { checkCollisions } from './check/check-collisions.ts';
import { ambiguous, refused } from './check/refusals.ts';
import { refuseOtherDocument } from './check/refuse-other-document.ts';
import { tellFileKind } from './check/tell-file-kind.ts';
import { formatBytes } from './format-bytes.ts';
import type { PackageLimits } from './package-limits.ts';
import { findEndRecord } from './read/find-end-record.ts';
import { layOutEntries, type PlacedEntry } from './read/lay-out-entries.ts';
import { locateDirectory } from './read/locate-directory.ts';
import { MarkScan } from './read/mark-scan.ts';
import type { PackageFileReader } from './read/package-file-reader.ts';
import { readDirectory } from './read/read-directory.ts';
import { readZip64End } from './read/read-zip64-end.ts';

const HEAD_BYTES = 4096;

export interface LeadingBytes {
  bytes: number;
  /** As in "a PNG image". */
  looksLike: string | null;
}

/** A zip whose structure leaves no doubt. What the entries hold is not read yet. */
export interface OpenedPackage {
  /** In the order of the file. */
  entries: PlacedEntry[];
  /** What stands before the zip without belonging to it; none of it is the usual case. */
  leading: LeadingBytes;
  trailingBytes: number;
}

/**
 * Reads all records of a zip and checks them, those of each entry and how all of them lie together.
 * @throws PackageProblemError
 */
export async function openPackage(
  reader: PackageFileReader,
  limits: PackageLimits,
  signal?: AbortSignal,
): Promise<OpenedPackage> {
  if (reader.bytes === 0) throw refused('The file is empty');
  if (reader.bytes > limits.maxBytes) {
    throw refused(`The zip is larger than ${formatBytes(limits.maxBytes)}, which is the most that is taken`);
  }
  const end = await findEndRecord(reader);
  const directory = await locateDirectory(reader, await readZip64End(reader, end), limits);
  const listed = await readDirectory(reader, directory, limits, signal);
  refuseOtherDocument(listed);
  await checkCollisions(listed, signal);
  if (listed.every(({ isFolder }) => isFolder)) throw refused('The zip holds no files');
  const start = listed.reduce((least, { headerAt }) => Math.min(least, headerAt), directory.at);
  const leading = await readLeadingBytes(reader, start, signal);
  const entries = await layOutEntries(reader, listed, directory, signal);
  return { entries, leading, trailingBytes: reader.bytes - end.end };
}

async function readLeadingBytes(reader: PackageFileReader, bytes: number, signal?: AbortSignal): Promise<LeadingBytes> {
  const scan = new MarkScan();
  let head: Buffer | null = null;
  for await (const piece of reader.pieces(0, bytes)) {
    signal?.throwIfAborted();
    head ??= Buffer.from(piece.subarray(0, HEAD_BYTES));
    scan.add(piece);
    if (scan.found) throw ambiguous('Before the zip stand parts of another zip');
  }
  return { bytes, looksLike: (head && tellFileKind(head)?.name) ?? null };
}
