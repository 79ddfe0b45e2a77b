import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { quoteName } from '../quote-name.ts';
import { DIRECTORY_HEADER, END_RECORD, FLAG, LOCAL_HEADER, SEE_ZIP64_16, SEE_ZIP64_32 } from '../read/zip-records.ts';
import { refused } from '../refusals.ts';

/** An entry whose content is already compressed, or stored uncompressed. */
export interface TakenEntry {
  /** The path in the new zip; a folder's ends with a slash. */
  path: string;
  method: number;
  crc32: number;
  packedBytes: number;
  bytes: number;
  /** Yields the compressed content, which has exactly `packedBytes` bytes. */
  pieces: () => AsyncIterable<Buffer>;
}

/** The earliest date that a zip can store. It is constant to make the output deterministic. */
const FIRST_DAY = 0x0021;
const MADE_BY_UNIX = 3 << 8;
const NEEDED_VERSION = 20;
const FILE_ATTRIBUTES = 0o100644 * 0x10000;
const FOLDER_ATTRIBUTES = 0o040755 * 0x10000 + 0x10;

/**
 * Writes a zip of compressed contents in this order, and unambiguously: sizes before the content, no extra fields, no
 * comments. The file is created with owner-only permissions and replaces an existing one. If this fails, no file
 * remains.
 */
export async function writeZip(entries: readonly TakenEntry[], target: string): Promise<void> {
  await rm(target, { force: true });
  try {
    await pipeline(zipPieces(entries), createWriteStream(target, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
}

async function* zipPieces(entries: readonly TakenEntry[]): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.path);
    const fields = sharedFields(entry, name);
    directory.push(directoryHeader(entry, name, fields, at));
    const header = Buffer.concat([mark(LOCAL_HEADER), fields, name]);
    yield header;
    yield* entry.pieces();
    at += header.length + entry.packedBytes;
    if (at >= SEE_ZIP64_32) throw refused(`The zip is too large to be repacked (at ${quoteName(entry.path)})`);
  }
  yield* directory;
  const directoryBytes = directory.reduce((sum, header) => sum + header.length, 0);
  if (entries.length >= SEE_ZIP64_16) throw refused('The zip has too many entries to be repacked');
  yield endRecord(entries.length, directoryBytes, at);
}

/** The 26 bytes that an entry's two headers have in common, from the required version to the lengths. */
function sharedFields({ bytes, crc32, method, packedBytes }: TakenEntry, name: Buffer): Buffer {
  const fields = Buffer.alloc(LOCAL_HEADER.bytes - 4);
  fields.writeUInt16LE(NEEDED_VERSION, 0);
  fields.writeUInt16LE(name.some((byte) => byte >= 0x80) ? FLAG.utf8 : 0, 2);
  fields.writeUInt16LE(method, 4);
  fields.writeUInt16LE(FIRST_DAY, 8);
  fields.writeUInt32LE(crc32, 10);
  fields.writeUInt32LE(packedBytes, 14);
  fields.writeUInt32LE(bytes, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

function directoryHeader({ path }: TakenEntry, name: Buffer, fields: Buffer, headerAt: number): Buffer {
  const header = Buffer.alloc(DIRECTORY_HEADER.bytes);
  header.writeUInt32LE(DIRECTORY_HEADER.mark, 0);
  header.writeUInt16LE(MADE_BY_UNIX | NEEDED_VERSION, 4);
  fields.copy(header, 6);
  header.writeUInt32LE(path.endsWith('/') ? FOLDER_ATTRIBUTES : FILE_ATTRIBUTES, 38);
  header.writeUInt32LE(headerAt, 42);
  return Buffer.concat([header, name]);
}

function endRecord(entries: number, directoryBytes: number, directoryAt: number): Buffer {
  const record = Buffer.alloc(END_RECORD.bytes);
  record.writeUInt32LE(END_RECORD.mark, 0);
  record.writeUInt16LE(entries, 8);
  record.writeUInt16LE(entries, 10);
  record.writeUInt32LE(directoryBytes, 12);
  record.writeUInt32LE(directoryAt, 16);
  return record;
}

function mark(record: { mark: number }): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(record.mark, 0);
  return bytes;
}
