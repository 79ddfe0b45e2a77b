import { type FileHandle, open } from 'node:fs/promises';
import { damaged } from '../refusals.ts';

/** Limits how long hashing one piece blocks the event loop. */
export const PIECE_BYTES = 64 * 1024;
const PAGE_BYTES = 16 * 1024;

/** Random access to a file, in pieces of limited size. */
export class PackageFileReader {
  readonly bytes: number;
  readonly #file: FileHandle;
  #page: Buffer = Buffer.alloc(0);
  #pageAt = 0;

  constructor(file: FileHandle, bytes: number) {
    this.#file = file;
    this.bytes = bytes;
  }

  /**
   * Returns exactly these bytes, at most 64 KiB. Reads more in advance, because records are adjacent.
   * @throws PackageProblemError if the file is too short.
   */
  async read(at: number, length: number): Promise<Buffer> {
    const from = at - this.#pageAt;
    if (from >= 0 && from + length <= this.#page.length) return this.#page.subarray(from, from + length);
    this.#page = await this.readUpTo(at, Math.max(length, PAGE_BYTES));
    this.#pageAt = at;
    if (this.#page.length < length) throw damaged('it ends in the middle of a record');
    return this.#page.subarray(0, length);
  }

  /** Returns as many of these bytes as there are, in a new buffer. */
  async readUpTo(at: number, length: number): Promise<Buffer> {
    const buffer = Buffer.allocUnsafeSlow(Math.max(0, Math.min(length, this.bytes - at)));
    let filled = 0;
    while (filled < buffer.length) {
      const { bytesRead } = await this.#file.read(buffer, filled, buffer.length - filled, at + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return buffer.subarray(0, filled);
  }

  async *pieces(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; ) {
      const piece = await this.readUpTo(at, Math.min(PIECE_BYTES, end - at));
      if (piece.length === 0) throw damaged('it ends in the middle of a record');
      at += piece.length;
      yield piece;
    }
  }
}

/** Opens a file, and closes it when `work` has ended. */
export async function readPackageFile<T>(path: string, work: (reader: PackageFileReader) => Promise<T>): Promise<T> {
  const file = await open(path, 'r');
  try {
    return await work(new PackageFileReader(file, (await file.stat()).size));
  } finally {
    await file.close();
  }
}
