import { ambiguous, damaged, splitZip } from '../refusals.ts';
import type { EndRecord } from './find-end-record.ts';
import type { PackageFileReader } from './package-file-reader.ts';
import { readLong, SEE_ZIP64_16, SEE_ZIP64_32, ZIP64_END, ZIP64_LOCATOR } from './zip-records.ts';

/** The declared position of the directory. */
export interface DirectoryPlace {
  entries: number;
  bytes: number;
  /** Relative to the start of the zip, which isn't the start of the file if bytes precede the zip. */
  declaredAt: number;
  /** Where the directory must end: the start of the record after it. */
  end: number;
  /** The declared and the actual offset of the ZIP64 record. */
  zip64?: { declaredAt: number; at: number };
}

/**
 * Combines the end record with any ZIP64 records before it. Programs read either of them, so they must agree.
 * @throws PackageProblemError
 */
export async function readZip64End(reader: PackageFileReader, end: EndRecord): Promise<DirectoryPlace> {
  const locatorAt = end.at - ZIP64_LOCATOR.bytes;
  const locator = locatorAt >= 0 ? await reader.read(locatorAt, ZIP64_LOCATOR.bytes) : undefined;
  if (locator?.readUInt32LE(0) !== ZIP64_LOCATOR.mark) return withoutZip64(end);
  const at = locatorAt - ZIP64_END.bytes;
  const declaredAt = readLong(locator, 8);
  // Some programs write a disk count of 0 instead of 1.
  if (locator.readUInt32LE(4) !== 0 || locator.readUInt32LE(16) > 1) throw splitZip();
  const record = at >= 0 ? await reader.read(at, ZIP64_END.bytes) : undefined;
  if (record?.readUInt32LE(0) !== ZIP64_END.mark || readLong(record, 4) !== ZIP64_END.bytes - 12) {
    throw ambiguous('The ZIP64 record is not right before the end record');
  }
  if (record.readUInt32LE(16) !== 0 || record.readUInt32LE(20) !== 0) throw splitZip();
  const place = { entries: readLong(record, 32), bytes: readLong(record, 40), declaredAt: readLong(record, 48) };
  if (readLong(record, 24) !== place.entries) throw splitZip();
  const same = (short: number, long: number, seeZip64: number) => short === seeZip64 || short === long;
  const agree =
    same(end.disk, 0, SEE_ZIP64_16) &&
    same(end.directoryDisk, 0, SEE_ZIP64_16) &&
    same(end.entriesOnDisk, place.entries, SEE_ZIP64_16) &&
    same(end.entries, place.entries, SEE_ZIP64_16) &&
    same(end.directoryBytes, place.bytes, SEE_ZIP64_32) &&
    same(end.directoryAt, place.declaredAt, SEE_ZIP64_32);
  if (!agree) throw ambiguous("The zip's two end records, ZIP64 and standard, disagree");
  return { ...place, end: at, zip64: { declaredAt, at } };
}

function withoutZip64(end: EndRecord): DirectoryPlace {
  if (end.directoryAt === SEE_ZIP64_32 || end.directoryBytes === SEE_ZIP64_32 || end.entries === SEE_ZIP64_16) {
    throw damaged('its ZIP64 record is missing');
  }
  if (end.disk !== 0 || end.directoryDisk !== 0 || end.entriesOnDisk !== end.entries) throw splitZip();
  return { entries: end.entries, bytes: end.directoryBytes, declaredAt: end.directoryAt, end: end.at };
}
