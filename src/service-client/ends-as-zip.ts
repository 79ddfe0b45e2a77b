import type { FileHandle } from 'node:fs/promises';

/** The record that ends a zip is 22 bytes long; a comment of at most 65,535 bytes follows it (APPNOTE 4.3.16). */
const END_START = Buffer.from('PK\x05\x06');
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;

/**
 * Whether a file of `bytes` bytes ends as a zip does. A body whose length the service does not announce ends wherever
 * its connection ends, and nothing else tells that the rest is missing.
 */
export async function endsAsZip(file: FileHandle, bytes: number): Promise<boolean> {
  const tail = Buffer.alloc(Math.min(bytes, END_BYTES + MAX_COMMENT_BYTES));
  await file.read(tail, 0, tail.length, bytes - tail.length);
  const at = tail.lastIndexOf(END_START);
  if (at === -1 || at + END_BYTES > tail.length) return false;
  return at + END_BYTES + tail.readUInt16LE(at + END_BYTES - 2) <= tail.length;
}
