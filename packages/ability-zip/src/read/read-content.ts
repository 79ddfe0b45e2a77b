import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import { quoteName } from '../quote-name.ts';
import { ambiguous, damaged } from '../refusals.ts';
import type { PlacedEntry } from './lay-out-entries.ts';
import { PIECE_BYTES } from './package-file-reader.ts';
import { METHOD } from './zip-records.ts';

/** Receives a piece of at most 64 KiB. Throwing an error stops reading. */
type TakePiece = (piece: Buffer) => void | Promise<void>;

/**
 * Inflates the content of an entry, piece by piece.
 * @param packed the entry's compressed bytes in the file.
 * @throws PackageProblemError if they don't match the method, or if some of them are left over.
 */
export async function readContent(
  entry: PlacedEntry,
  packed: AsyncIterable<Buffer>,
  take: TakePiece,
  signal?: AbortSignal,
): Promise<void> {
  if (entry.method === METHOD.stored) {
    for await (const piece of packed) {
      signal?.throwIfAborted();
      await take(piece);
    }
    return;
  }
  const inflate = createInflateRaw({ chunkSize: PIECE_BYTES });
  try {
    await pipeline(
      packed,
      inflate,
      async (pieces: AsyncIterable<Buffer>) => {
        for await (const piece of pieces) await take(piece);
      },
      { signal },
    );
  } catch (error) {
    if (isZlibError(error)) throw damaged(`${quoteName(entry.path)} cannot be decompressed`, error);
    // If the stream has ended with bytes left over, the error is thrown below.
    if (!inflate.readableEnded) throw error;
  }
  if (inflate.bytesWritten !== entry.packedBytes) {
    throw ambiguous(`${quoteName(entry.path)} has extra bytes after its compressed data`);
  }
}

const isZlibError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('Z_');
