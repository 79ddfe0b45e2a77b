import { findLargestFolder } from '../check/find-largest-folder.ts';
import { formatBytes } from '../format-bytes.ts';
import type { PackageLimits } from '../package-limits.ts';
import { quoteName } from '../quote-name.ts';
import { ambiguous, damaged, tooMuch } from '../refusals.ts';
import type { MeasuredContent, MeasuredFile } from '../zip-entry.ts';
import { HashingTape } from './hashing-tape.ts';
import type { PlacedEntry } from './lay-out-entries.ts';
import { ContentMeasure } from './measure-content.ts';
import type { PackageFileReader } from './package-file-reader.ts';
import { readContent } from './read-content.ts';
import { MarkScan } from './zip-records.ts';

/**
 * Receives each inflated file of a package, one after another, in pieces of at most 64 KiB. There is no piece for an
 * empty file. Copy a piece to keep it, because it may be part of a larger buffer.
 */
export type ContentVisitor = (path: string, piece: Buffer) => void | Promise<void>;

interface MeasuredPackage {
  /** SHA-256 of the zip itself, in hex. */
  sha256: string;
  /** The included files, sorted by path. */
  files: MeasuredFile[];
  unpackedBytes: number;
}

/**
 * Inflates all included entries in one pass, and compares them with the declared sizes and checksums.
 * @throws PackageProblemError at the first byte over the limit, or over an entry's declared size.
 */
export async function measureEntries(
  reader: PackageFileReader,
  all: readonly PlacedEntry[],
  { maxUnpackedBytes }: Pick<PackageLimits, 'maxUnpackedBytes'>,
  visit: ContentVisitor,
  signal?: AbortSignal,
): Promise<MeasuredPackage> {
  const entries = all.filter(({ isSent }) => isSent);
  // If the declared total is over the limit, it is either true or wrong, and both are rejected. An entry that declares
  // too little fails when it is inflated.
  const declaredBytes = entries.reduce((sum, { bytes }) => sum + bytes, 0);
  if (declaredBytes > maxUnpackedBytes) {
    const largest = findLargestFolder(entries.map(({ bytes, path }) => ({ path, weight: bytes })));
    throw tooMuch(
      `The zip unpacks to more than the limit of ${formatBytes(maxUnpackedBytes)}`,
      largest && `${quoteName(largest.path)} takes up ${formatBytes(largest.weight)}`,
    );
  }
  const tape = new HashingTape(reader);
  const files: MeasuredFile[] = [];
  for (const entry of entries) {
    await tape.skipTo(entry.dataAt);
    const content = await measureEntry(entry, tape, visit, signal);
    if (!entry.isFolder) files.push({ path: entry.path, ...content });
  }
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  const unpackedBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
  return { sha256: await tape.finish(), files, unpackedBytes };
}

async function measureEntry(
  entry: PlacedEntry,
  tape: HashingTape,
  visit: ContentVisitor,
  signal?: AbortSignal,
): Promise<MeasuredContent> {
  const measure = new ContentMeasure();
  const marks = entry.sizeStandsAhead ? undefined : new MarkScan();
  await readContent(
    entry,
    tape.piecesTo(entry.dataEnd),
    (piece) => {
      measure.add(piece);
      marks?.add(piece);
      if (measure.bytes > entry.bytes) throw wrongSize(entry, 'more');
      return entry.isFolder ? undefined : visit(entry.path, piece);
    },
    signal,
  );
  if (measure.bytes < entry.bytes) throw wrongSize(entry, 'less');
  const content = measure.finish();
  if (content.crc32 !== entry.crc32)
    throw damaged(`the contents of ${quoteName(entry.path)} do not match their checksum`);
  if (marks?.found) {
    throw ambiguous(`${quoteName(entry.path)} contains parts of a zip and does not declare its size before them`);
  }
  return content;
}

const wrongSize = ({ bytes, path }: PlacedEntry, than: string) =>
  ambiguous(`${quoteName(path)} declares ${formatBytes(bytes)} but unpacks to ${than}`);
