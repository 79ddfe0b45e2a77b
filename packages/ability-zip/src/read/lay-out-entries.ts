import { quoteName, quoteRawName } from '../quote-name.ts';
import { ambiguous, damaged } from '../refusals.ts';
import { takeTurns } from '../take-turns.ts';
import type { Repair, ZipEntry } from '../zip-entry.ts';
import { checkLocalHeader } from './check-local-header.ts';
import type { Directory } from './locate-directory.ts';
import type { PackageFileReader } from './package-file-reader.ts';
import { readDescriptorEnd } from './read-descriptor-end.ts';
import { LOCAL_HEADER } from './zip-records.ts';

export interface PlacedEntry extends ZipEntry {
  dataAt: number;
  dataEnd: number;
  /** False if only the data descriptor shows where the content ends, for programs that read from the start. */
  sizeStandsAhead: boolean;
}

/**
 * Walks from the first entry to the directory like a streaming reader: header, content, header. Every byte must belong
 * to exactly one entry, and both headers of an entry must agree.
 * @returns the entries in file order.
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
    if (at > directory.at) throw ambiguous(`${quoteName(entry.path)} overlaps the directory of the zip`);
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

/** With bytes before the zip, a program that counts from the start of the file must not find another entry there. */
async function refuseSecondHeader(reader: PackageFileReader, { declaredAt, path }: ZipEntry): Promise<void> {
  const mark = await reader.readUpTo(declaredAt, 4);
  if (mark.length < 4) throw damaged(`${quoteName(path)} is missing`);
  if (mark.readUInt32LE(0) === LOCAL_HEADER.mark) {
    throw ambiguous(`${quoteName(path)} is a different entry when positions are counted from the start of the file`);
  }
}
