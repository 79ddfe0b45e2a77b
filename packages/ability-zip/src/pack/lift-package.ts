import { open, rm } from 'node:fs/promises';
import type { PackageLimits } from '../package-limits.ts';
import { readPackageFiles } from '../read-package-files.ts';
import { renameEntries } from './repack.ts';

/**
 * Repacks a zip with one of its folders as the top folder, and nothing else. Deterministic.
 * @param source a zip that `inspectPackage` accepted.
 * @param target created with owner-only permissions; an existing file is replaced.
 * @param from the folder, with trailing slash.
 * @throws PackageProblemError if the source is not the accepted zip.
 */
export async function liftFolder(source: string, target: string, from: string): Promise<void> {
  const above = from.slice(0, from.lastIndexOf('/', from.length - 2) + 1);
  await renameEntries(source, target, (path) => (path.startsWith(from) ? path.slice(above.length) : ''));
}

/**
 * Extracts the inner zip unchanged. Inspect it before use.
 * @param from its path in the source.
 * @param target created with owner-only permissions; an existing file is replaced.
 * @throws PackageProblemError if the source is not the accepted zip.
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
    await readPackageFiles(source, limits, visit, { signal });
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}
