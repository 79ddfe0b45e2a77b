import { open, rm } from 'node:fs/promises';
import type { PackageLimits } from '../package-limits.ts';
import { readPackageFiles } from '../read-package-files.ts';
import { renameEntries } from './rename-entries.ts';

/**
 * Packs a zip again with one folder of it at the top, and nothing else. The same input gives the same bytes.
 * @param source a zip that `inspectPackage` accepted.
 * @param target is created for its owner only, and replaced when it is there.
 * @param from the folder, with its slash.
 * @throws PackageProblemError for a source that is not what was accepted.
 */
export async function liftFolder(source: string, target: string, from: string): Promise<void> {
  const above = from.slice(0, from.lastIndexOf('/', from.length - 2) + 1);
  await renameEntries(source, target, (path) => (path.startsWith(from) ? path.slice(above.length) : ''));
}

/**
 * Takes a zip out of a zip, as it is. It has to be inspected before it is used.
 * @param from its path in the source.
 * @param target is created for its owner only, and replaced when it is there.
 * @throws PackageProblemError for a source that is not what was accepted.
 */
export async function liftZip(
  source: string,
  target: string,
  from: string,
  limits: PackageLimits,
  signal?: AbortSignal,
): Promise<void> {
  await rm(target, { force: true });
  const file = await open(target, 'wx', 0o600);
  try {
    const visit = async (path: string, piece: Buffer) => {
      if (path === from) await file.appendFile(piece);
    };
    await readPackageFiles(source, limits, visit, signal);
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}
