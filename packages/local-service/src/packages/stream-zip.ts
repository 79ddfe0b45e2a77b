import type { Readable } from 'node:stream';
import { ZipArchive } from 'archiver';

/** Content by path in the archive. */
export type PackageFiles = ReadonlyMap<string, Buffer | string>;

export function streamZip(files: PackageFiles): Readable {
  const archive = new ZipArchive();
  for (const [name, content] of files) archive.append(content, { name });
  archive.finalize().catch((error: Error) => archive.destroy(error));
  return archive;
}
