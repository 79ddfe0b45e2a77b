import { checkCollisions } from './check/check-collisions.ts';
import { detectFileKind } from './check/file-kind.ts';
import { findLargestFolder } from './check/find-largest-folder.ts';
import { formatBytes } from './format-bytes.ts';
import type { PackageLimits } from './package-limits.ts';
import { isPackageProblem } from './package-problem-error.ts';
import { quoteName } from './quote-name.ts';
import { findEndRecord } from './read/find-end-record.ts';
import { layOutEntries, type PlacedEntry } from './read/lay-out-entries.ts';
import { locateDirectory } from './read/locate-directory.ts';
import type { PackageFileReader } from './read/package-file-reader.ts';
import { readDirectory } from './read/read-directory.ts';
import { readZip64End } from './read/read-zip64-end.ts';
import { refuseOtherDocument } from './read/refuse-other-file.ts';
import { MarkScan } from './read/zip-records.ts';
import { ambiguous, refused, tooMuch } from './refusals.ts';
import type { ZipEntry } from './zip-entry.ts';

const HEAD_BYTES = 4096;

interface LeadingBytes {
  bytes: number;
  /** With its article: `a PNG image`. */
  looksLike: string | null;
}

/** A zip with an unambiguous structure, whose contents haven't been read. */
export interface OpenedPackage {
  /** In the order of the file. */
  entries: PlacedEntry[];
  /** The number of bytes before the zip, which is usually 0, and what they look like. */
  leading: LeadingBytes;
  trailingBytes: number;
}

/** Reads and checks all records of a zip: each entry, and their layout in the file. @throws PackageProblemError */
export async function openPackage(
  reader: PackageFileReader,
  limits: PackageLimits,
  signal?: AbortSignal,
): Promise<OpenedPackage> {
  if (reader.bytes === 0) throw refused('The file is empty');
  if (reader.bytes > limits.maxBytes) throw await refuseTooLarge(reader, limits, signal);
  const { directory, end, listed } = await listEntries(reader, limits, signal);
  refuseOtherDocument(listed);
  await checkCollisions(
    listed.filter(({ isSent }) => isSent),
    signal,
  );
  if (listed.every(({ isFolder }) => isFolder)) throw refused('The zip contains no files');
  const start = listed.reduce((least, { headerAt }) => Math.min(least, headerAt), directory.at);
  const leading = await readLeadingBytes(reader, start, signal);
  const entries = await layOutEntries(reader, listed, directory, signal);
  return { entries, leading, trailingBytes: reader.bytes - end.end };
}

async function listEntries(reader: PackageFileReader, limits: PackageLimits, signal?: AbortSignal) {
  const end = await findEndRecord(reader);
  const directory = await locateDirectory(reader, await readZip64End(reader, end), limits);
  return { end, directory, listed: await readDirectory(reader, directory, limits, signal) };
}

/** Names the excluded folder that takes the most space, or else the largest folder. */
async function refuseTooLarge(reader: PackageFileReader, limits: PackageLimits, signal?: AbortSignal): Promise<Error> {
  const sentence = `The zip is larger than the limit of ${formatBytes(limits.maxBytes)}`;
  try {
    const { listed } = await listEntries(reader, limits, signal);
    const [largest] = [...sumLeftOut(listed)].sort(([, a], [, b]) => b - a);
    if (!largest) {
      const largest = findLargestFolder(listed.map(({ packedBytes, path }) => ({ path, weight: packedBytes })));
      return tooMuch(sentence, largest && `${quoteName(largest.path)} takes up ${formatBytes(largest.weight)}`);
    }
    const [path, bytes] = largest;
    return refused(
      `${sentence}. ${quoteName(path)} takes up ${formatBytes(bytes)}, and no Ability needs it`,
      'Zip the folder again without it.',
    );
  } catch (error) {
    if (!isPackageProblem(error)) throw error;
    return refused(sentence);
  }
}

/** Compressed bytes per excluded top-level path. */
function sumLeftOut(entries: readonly ZipEntry[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { leftOut, packedBytes } of entries) {
    if (leftOut !== null) sums.set(leftOut, (sums.get(leftOut) ?? 0) + packedBytes);
  }
  return sums;
}

async function readLeadingBytes(reader: PackageFileReader, bytes: number, signal?: AbortSignal): Promise<LeadingBytes> {
  const scan = new MarkScan();
  let head: Buffer | null = null;
  for await (const piece of reader.pieces(0, bytes)) {
    signal?.throwIfAborted();
    head ??= Buffer.from(piece.subarray(0, HEAD_BYTES));
    scan.add(piece);
    if (scan.found) throw ambiguous('There are parts of another zip before this one');
  }
  return { bytes, looksLike: (head && detectFileKind(head)?.name) ?? null };
}
