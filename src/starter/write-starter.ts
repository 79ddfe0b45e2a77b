import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { folderName } from '../uploads/prepare-package.ts';
import { starterFiles } from './starter-files.ts';

/** The first day that a zip can tell, so that the same name gives the same files at any time. */
const FIRST_DAY = new Date(Date.UTC(1980, 0, 1));

/**
 * Writes a zip with a first Ability in a folder, as the service takes it.
 * @param path is created for its owner only.
 * @returns the number of files.
 */
export async function writeStarter(name: string, path: string): Promise<number> {
  // Loaded when somebody asks for a zip: a bot that waits does not need it.
  const { ZipArchive } = await import('archiver');
  const archive = new ZipArchive();
  const folder = folderName(name);
  const files = starterFiles(name);
  for (const { content, path: file } of files) {
    archive.append(Buffer.from(content), { name: `${folder}/${file}`, date: FIRST_DAY, mode: 0o644 });
  }
  const written = pipeline(archive, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  await Promise.all([written, archive.finalize()]);
  return files.length;
}
