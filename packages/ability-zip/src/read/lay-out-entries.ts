import { quoteName, quoteRawName } from '../quote-name.ts';
import { ambiguous, damaged } from '../refusals.ts';
import { takeTurns } from '../take-turns.ts';
import type { Repair, ZipEntry } from '../zip-entry.ts';
import { checkLocalHeader } from './check-local-header.ts';
import type { Directory } from './locate-directory.ts';
import type { PackageFileReader } from './package-file-reader.ts';
import { DESCRIPTOR, FLAG, LOCAL_HEADER } from './zip-records.ts';

export interface PlacedEntry extends ZipEntry {
  dataAt: number;
  dataEnd: number;
  /**
   * True if the end of the content is known before it is read. Otherwise, a program that reads from the start only
   * finds it by the data descriptor.
   */
  sizeStandsAhead: boolean;
}

/**
 * Walks from the first entry to the directory as a streaming reader does: header, content, header. Every byte must
 * belong to exactly one entry, and an entry's two headers must agree.
 * @returns the entries in the order of the file.
 * @throws PackageProblemError
 */
export async function layOutEntries(
  reader: PackageFileReader,
  entries: readonly ZipEntry[],
  directory: Directory,
  signal?: AbortSignal,
): Promise<PlacedEntry[]> {
  const inOrder = [...entries].sort((a, b) => a.headerAt - b.headerAt);
  const placed: PlacedEntry[] = [];
  let at = inOrder[0]?.headerAt ?? directory.at;
  for (const entry of inOrder) {
    await takeTurns(placed.length, signal);
    if (entry.headerAt < at) throw ambiguous(`${quoteName(entry.path)} overlaps another entry`);
    if (entry.headerAt > at) throw await refuseGap(reader, at, `before ${quoteName(entry.path)}`);
    if (directory.shift > 0) await refuseSecondHeader(reader, entry);
    const { dataAt, mayBe64, sizeStandsAhead } = await checkLocalHeader(reader, entry, directory.at);
    const dataEnd = dataAt + entry.packedBytes;
    const behind =
      dataEnd > directory.at
        ? { end: dataEnd, isBare: false }
        : await readDescriptorEnd(reader, entry, dataEnd, { mayBe64, sizeStandsAhead });
    at = behind.end;
    if (at > directory.at) throw ambiguous(`${quoteName(entry.path)} overlaps the zip's directory`);
    const repairs: readonly Repair[] = behind.isBare ? [...entry.repairs, 'bare-descriptor'] : entry.repairs;
    placed.push({ ...entry, repairs, dataAt, dataEnd, sizeStandsAhead });
  }
  if (at < directory.at) throw await refuseGap(reader, at, 'before its directory');
  return placed;
}

async function refuseGap(reader: PackageFileReader, at: number, where: string): Promise<Error> {
  const bytes = await reader.readUpTo(at, LOCAL_HEADER.bytes + 0xffff);
  if (bytes.length >= LOCAL_HEADER.bytes && bytes.readUInt32LE(0) === LOCAL_HEADER.mark) {
    const name = bytes.subarray(LOCAL_HEADER.bytes, LOCAL_HEADER.bytes + bytes.readUInt16LE(26));
    return ambiguous(`The zip contains ${quoteRawName(name)} but does not list it`);
  }
  return ambiguous(`The zip contains bytes outside any entry, ${where}`);
}

/**
 * If bytes precede the zip, a program that counts offsets from the start of the file must not find another entry there.
 */
async function refuseSecondHeader(reader: PackageFileReader, { declaredAt, path }: ZipEntry): Promise<void> {
  const mark = await reader.readUpTo(declaredAt, 4);
  if (mark.length < 4) throw damaged(`${quoteName(path)} is missing`);
  if (mark.readUInt32LE(0) === LOCAL_HEADER.mark) {
    throw ambiguous(`${quoteName(path)} is a different entry when positions are counted from the start of the file`);
  }
}

/**
 * Checks the data descriptor of an entry that declares one. Its signature is optional. Without it, a streaming reader
 * must be able to find the end of the content by other means, and nothing in the descriptor may look like the
 * signature.
 * @param dataEnd the end of the content.
 * @returns the end of the entry, and whether the descriptor lacks the signature.
 * @throws PackageProblemError
 */
async function readDescriptorEnd(
  reader: PackageFileReader,
  entry: ZipEntry,
  dataEnd: number,
  { mayBe64, sizeStandsAhead }: { mayBe64: boolean; sizeStandsAhead: boolean },
): Promise<{ end: number; isBare: boolean }> {
  if ((entry.flags & FLAG.descriptor) === 0) return { end: dataEnd, isBare: false };
  for (const sizesAre64 of mayBe64 ? [true, false] : [false]) {
    const markedBytes = sizesAre64 ? DESCRIPTOR.zip64Bytes : DESCRIPTOR.bytes;
    const record = await reader.read(dataEnd, markedBytes);
    const isMarked = record.readUInt32LE(0) === DESCRIPTOR.mark;
    if (isMarked && agrees(entry, record.subarray(4), sizesAre64)) return { end: dataEnd + markedBytes, isBare: false };
    // A size of zero in the local header may mean that the size is unknown.
    const isEndKnown = sizeStandsAhead && entry.packedBytes > 0;
    if (!isMarked && isEndKnown && agrees(entry, record, sizesAre64)) {
      return { end: dataEnd + markedBytes - 4, isBare: true };
    }
  }
  throw ambiguous(`The sizes after ${quoteName(entry.path)} differ from those in the zip's directory`);
}

/** @param values a checksum and the two sizes. */
const agrees = ({ bytes, crc32, packedBytes }: ZipEntry, values: Buffer, areWide: boolean): boolean =>
  values.readUInt32LE(0) === crc32 &&
  (areWide ? values.readBigUInt64LE(4) === BigInt(packedBytes) : values.readUInt32LE(4) === packedBytes) &&
  (areWide ? values.readBigUInt64LE(12) === BigInt(bytes) : values.readUInt32LE(8) === bytes);
