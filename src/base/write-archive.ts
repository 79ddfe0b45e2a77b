import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

interface ArchiveEntry {
  path: string;
  content: Buffer | Readable;
}

/**
 * Writes a zip. Files with the same contents and date are always stored the same way.
 * @param target created with owner-only permissions; must not exist.
 */
export async function writeArchive(entries: readonly ArchiveEntry[], date: Date, target: string): Promise<void> {
  // Imported on demand, because an idle bot doesn't need it.
  const { ZipArchive } = await import('archiver');
  const archive = new ZipArchive();
  for (const { content, path } of entries) archive.append(content, { name: path, date, mode: 0o644 });
  const written = pipeline(archive, createWriteStream(target, { flags: 'wx', mode: 0o600 }));
  await Promise.all([written, archive.finalize()]);
}
