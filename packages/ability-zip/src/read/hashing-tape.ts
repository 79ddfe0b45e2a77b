import { createHash } from 'node:crypto';
import { damaged } from '../refusals.ts';
import { type PackageFileReader, PIECE_BYTES } from './package-file-reader.ts';

/** Reads a file once, sequentially, and hashes it. */
export class HashingTape {
  readonly #reader: PackageFileReader;
  readonly #hash = createHash('sha256');
  /** Bytes that were read but not consumed. They end at #readTo. */
  #rest: Buffer = Buffer.alloc(0);
  #readTo = 0;

  constructor(reader: PackageFileReader) {
    this.#reader = reader;
  }

  /** Advances to `at`, which must not be before the current position. */
  async skipTo(at: number): Promise<void> {
    for await (const _ of this.piecesTo(at));
  }

  /** Yields the bytes from the current position up to `end`. */
  async *piecesTo(end: number): AsyncGenerator<Buffer> {
    let left = end - (this.#readTo - this.#rest.length);
    while (left > 0) {
      if (this.#rest.length === 0) await this.#fill();
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  /** Reads the rest of the file. @returns the SHA-256 of the whole file, in hex. */
  async finish(): Promise<string> {
    await this.skipTo(this.#reader.bytes);
    return this.#hash.digest('hex');
  }

  async #fill(): Promise<void> {
    this.#rest = await this.#reader.readUpTo(this.#readTo, PIECE_BYTES);
    if (this.#rest.length === 0) throw damaged('it became shorter while it was being read');
    this.#readTo += this.#rest.length;
    this.#hash.update(this.#rest);
  }
}
