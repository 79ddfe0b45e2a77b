import type { PackageProblemError } from '../package-problem-error.ts';
import { ambiguous, damaged } from '../refusals.ts';
import type { PackageFileReader } from './package-file-reader.ts';
import { refuseOtherFile } from './refuse-other-file.ts';
import { END_RECORD, holdsMark } from './zip-records.ts';

const MAX_COMMENT_BYTES = 0xffff;
const MARK = Buffer.from('PK\x05\x06', 'latin1');

/** The end-of-central-directory record, which hasn't been checked against the rest of the file. */
export interface EndRecord {
  /** Offset of the record in the file. */
  at: number;
  /** The end of the record's comment. Anything after it doesn't belong to the zip. */
  end: number;
  disk: number;
  directoryDisk: number;
  entriesOnDisk: number;
  entries: number;
  directoryBytes: number;
  directoryAt: number;
}

/**
 * Finds the end record. Programs search for it from the end, from the start, or at a fixed position, so there must be
 * only one candidate.
 * @throws PackageProblemError if there is none or more than one.
 */
export async function findEndRecord(reader: PackageFileReader): Promise<EndRecord> {
  const tailAt = Math.max(0, reader.bytes - END_RECORD.bytes - MAX_COMMENT_BYTES);
  const tail = await reader.readUpTo(tailAt, reader.bytes - tailAt);
  const places = findMarks(tail);
  const last = places.at(-1);
  if (last === undefined) throw await refuseOtherFile(reader);
  if (last + END_RECORD.bytes > tail.length) throw cutShort();
  for (const place of places.slice(0, -1)) {
    if (place + END_RECORD.bytes + tail.readUInt16LE(place + 20) === tail.length) {
      throw ambiguous("The zip's comment contains the end of another zip");
    }
  }
  const comment = last + END_RECORD.bytes;
  const end = comment + tail.readUInt16LE(last + 20);
  if (end > tail.length) throw cutShort();
  if (holdsMark(tail.subarray(comment, end))) {
    throw ambiguous("The zip's comment contains parts of another zip");
  }
  if (holdsMark(tail.subarray(end - Math.min(3, end)))) {
    throw ambiguous('There are parts of another zip after the end of this one');
  }
  return {
    at: tailAt + last,
    end: tailAt + end,
    disk: tail.readUInt16LE(last + 4),
    directoryDisk: tail.readUInt16LE(last + 6),
    entriesOnDisk: tail.readUInt16LE(last + 8),
    entries: tail.readUInt16LE(last + 10),
    directoryBytes: tail.readUInt32LE(last + 12),
    directoryAt: tail.readUInt32LE(last + 16),
  };
}

function findMarks(tail: Buffer): number[] {
  const places: number[] = [];
  for (let at = tail.indexOf(MARK); at !== -1; at = tail.indexOf(MARK, at + 1)) places.push(at);
  return places;
}

const cutShort = (): PackageProblemError => damaged('its last record is cut off');
