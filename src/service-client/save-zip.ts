import { type FileHandle, open, rm } from 'node:fs/promises';
import { endsAsZip } from './ends-as-zip.ts';

/** `cut`: it begins as a zip and does not end as one. */
export type ZipFate = 'saved' | 'no-zip' | 'too-large' | 'cut';

/** How the first entry of a zip begins. One without entries begins otherwise and holds nothing. */
const ZIP_START = Buffer.from('PK\x03\x04');

/**
 * Writes a zip to a new file that only its owner can read, as the bytes come in. The file is there afterwards only when
 * it was `saved`.
 *
 * @throws what `chunks` throws; the system's error when the file exists or cannot be written.
 */
export async function saveZip(chunks: AsyncIterable<Uint8Array>, path: string, maxBytes: number): Promise<ZipFate> {
  const file = await open(path, 'wx+', 0o600);
  try {
    const fate = await writeZip(file, chunks, maxBytes).finally(() => file.close());
    if (fate !== 'saved') await rm(path);
    return fate;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

async function writeZip(file: FileHandle, chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<ZipFate> {
  let start = Buffer.alloc(0);
  let bytes = 0;
  for await (const chunk of chunks) {
    start = Buffer.concat([start, chunk.subarray(0, ZIP_START.length - start.length)]);
    if (!ZIP_START.subarray(0, start.length).equals(start)) return 'no-zip';
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return 'too-large';
    await file.appendFile(chunk);
  }
  if (start.length < ZIP_START.length) return 'no-zip';
  return (await endsAsZip(file, bytes)) ? 'saved' : 'cut';
}
