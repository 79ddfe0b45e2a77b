import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { detectFileKind } from '../check/file-kind.ts';
import { SecretScan } from '../check/unwanted-files.ts';
import type { MeasuredContent } from '../zip-entry.ts';

const HEAD_BYTES = 512;

export class ContentMeasure {
  readonly #hash = createHash('sha256');
  readonly #secrets = new SecretScan();
  #head = Buffer.alloc(0);
  #bytes = 0;
  #crc32 = 0;
  #isBinary = false;

  get bytes(): number {
    return this.#bytes;
  }

  add(piece: Buffer): void {
    if (this.#head.length < HEAD_BYTES) {
      this.#head = Buffer.concat([this.#head, piece.subarray(0, HEAD_BYTES - this.#head.length)]);
    }
    this.#bytes += piece.length;
    this.#hash.update(piece);
    this.#crc32 = crc32(piece, this.#crc32);
    this.#secrets.add(piece);
    this.#isBinary ||= piece.includes(0);
  }

  finish(): MeasuredContent {
    return {
      bytes: this.#bytes,
      sha256: this.#hash.digest('hex'),
      crc32: this.#crc32,
      kind: detectFileKind(this.#head),
      holdsSecret: this.#secrets.found,
      isBinary: this.#isBinary,
    };
  }
}
