import { createReadStream } from 'node:fs';
import { crc32 } from 'node:zlib';
import { checkPath } from '../check/check-path.ts';
import { PIECE_BYTES, readPackageFile } from '../read/package-file-reader.ts';
import { METHOD } from '../read/zip-records.ts';
import { type TakenEntry, writeZip } from './write-zip.ts';

/** A file on disk, and its path in the zip. */
export interface PackedFile {
  path: string;
  source: string;
}

/**
 * Packs files into a zip, sorted and uncompressed, so that the result is deterministic and doesn't depend on a
 * compressor. Reads each file twice, in pieces.
 * @param target created with owner-only permissions; an existing file is replaced.
 * @throws PackageProblemError if a path isn't allowed in a zip.
 */
export async function packFiles(files: readonly PackedFile[], target: string): Promise<void> {
  const entries: TakenEntry[] = [];
  for (const file of [...files].sort((a, b) => (a.path < b.path ? -1 : 1))) entries.push(await measure(file));
  await writeZip(entries, target);
}

async function measure({ path, source }: PackedFile): Promise<TakenEntry> {
  checkPath(path, { maxDepth: 1 });
  return readPackageFile(source, async (reader) => {
    let checksum = 0;
    for await (const piece of reader.pieces(0, reader.bytes)) checksum = crc32(piece, checksum);
    const { bytes } = reader;
    return {
      path,
      method: METHOD.stored,
      crc32: checksum,
      bytes,
      packedBytes: bytes,
      pieces: () => createReadStream(source, { highWaterMark: PIECE_BYTES }),
    };
  });
}
