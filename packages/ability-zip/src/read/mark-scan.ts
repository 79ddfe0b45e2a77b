import { holdsMark } from './zip-records.ts';

/** Looks for marks of zip records in bytes that come piece by piece. */
export class MarkScan {
  #found = false;
  #rest = Buffer.alloc(0);

  get found(): boolean {
    return this.#found;
  }

  add(piece: Buffer): void {
    if (this.#found) return;
    // A mark may be cut in two by the pieces.
    this.#found = holdsMark(piece) || holdsMark(Buffer.concat([this.#rest, piece.subarray(0, 3)]));
    this.#rest = Buffer.concat([this.#rest, piece.subarray(-3)]).subarray(-3);
  }
}
