import { holdsMark } from './zip-records.ts';

/** Searches streamed bytes for signatures of zip records. */
export class MarkScan {
  #found = false;
  #rest = Buffer.alloc(0);

  get found(): boolean {
    return this.#found;
  }

  add(piece: Buffer): void {
    if (this.#found) return;
    // A signature may span two pieces.
    this.#found = holdsMark(piece) || holdsMark(Buffer.concat([this.#rest, piece.subarray(0, 3)]));
    this.#rest = Buffer.concat([this.#rest, piece.subarray(-3)]).subarray(-3);
  }
}
