import type { Readable } from 'node:stream';
import { ZipArchive } from 'archiver';

/** Content by path in the archive. */
export type PackageFiles = ReadonlyMap<string, Buffer | string>;

/** @param store whether to leave the files uncompressed: of small ones, compression takes most of the time. */
export function streamZip(files: PackageFiles, { store = false } = {}): Readable {
  const archive = new ZipArchive({ store });
  for (const [name, content] of files) archive.append(content, { name });
  archive.finalize().catch((error: Error) => archive.destroy(error));
  return archive;
}
