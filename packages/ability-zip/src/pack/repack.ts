import { open, rm } from 'node:fs/promises';
import { checkPath } from '../check/check-path.ts';
import { findLayout, type Layout } from '../check/find-layout.ts';
import { readPackageFiles } from '../inspect-package.ts';
import { openPackage } from '../open-package.ts';
import type { PackageLimits } from '../package-limits.ts';
import { PackageProblemError } from '../package-problem-error.ts';
import { readPackageFile } from '../read/package-file-reader.ts';
import { writeZip } from './write-zip.ts';

/**
 * Repacks a zip without excluded files, and with portable names. Deterministic.
 * @param source a zip that `inspectPackage` accepted.
 * @param target created with owner-only permissions; an existing file is replaced.
 * @throws PackageProblemError if the source isn't such a zip.
 */
export async function leaveOut(source: string, target: string): Promise<void> {
  await renameEntries(source, target, (path) => path);
}

/**
 * Repacks the included files into one folder. Deterministic.
 * @param source a zip that `inspectPackage` accepted.
 * @param target created with owner-only permissions; an existing file is replaced.
 * @param folder a single name, without a slash.
 * @throws PackageProblemError if the folder name isn't allowed in a zip, or the source has changed and is no longer
 * acceptable.
 */
export async function wrapPackage(source: string, target: string, folder: string): Promise<void> {
  checkPath(`${folder}/`, { maxDepth: 1 });
  await renameEntries(source, target, (path) => `${folder}/${path}`);
}

/**
 * Repacks a zip with a single top-level folder, moving its files to the root. Deterministic.
 * @param source a zip that `inspectPackage` accepted.
 * @param target created with owner-only permissions; an existing file is replaced.
 * @throws PackageProblemError if there is no single top-level folder, or the source has changed and is no longer
 * acceptable.
 */
export async function unwrapPackage(source: string, target: string): Promise<void> {
  await renameEntries(source, target, (path, { kind, root }) => {
    if (kind !== 'single-folder') {
      throw new PackageProblemError('The zip does not contain exactly one folder. Zip the folder again.');
    }
    return path.slice(root.length);
  });
}

/**
 * Repacks a zip with one of its folders as the top-level folder, and nothing else. Deterministic.
 * @param source a zip that `inspectPackage` accepted.
 * @param target created with owner-only permissions; an existing file is replaced.
 * @param from the folder, with a trailing slash.
 * @throws PackageProblemError if the source isn't such a zip.
 */
export async function liftFolder(source: string, target: string, from: string): Promise<void> {
  const above = from.slice(0, from.lastIndexOf('/', from.length - 2) + 1);
  await renameEntries(source, target, (path) => (path.startsWith(from) ? path.slice(above.length) : ''));
}

/**
 * Extracts the inner zip unchanged, and without inspecting it.
 * @param from the path of the inner zip.
 * @param source a zip that `inspectPackage` accepted.
 * @param target created with owner-only permissions; an existing file is replaced.
 * @throws PackageProblemError if the source isn't such a zip.
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

/** The limits were checked when the zip was accepted. */
const NO_LIMITS: PackageLimits = {
  maxBytes: Number.POSITIVE_INFINITY,
  maxUnpackedBytes: Number.POSITIVE_INFINITY,
  maxEntries: Number.POSITIVE_INFINITY,
  maxDepth: Number.POSITIVE_INFINITY,
  maxNameBytes: Number.POSITIVE_INFINITY,
};

/**
 * Repacks the included entries under new paths, sorted. Copies the compressed contents, which is fast and doesn't
 * depend on a compressor.
 * @param rename returns the new path, or an empty one to omit the entry.
 * @throws PackageProblemError if the source fails the checks of `inspectPackage`.
 */
async function renameEntries(
  source: string,
  target: string,
  rename: (path: string, layout: Layout) => string,
): Promise<void> {
  await readPackageFile(source, async (reader) => {
    const opened = await openPackage(reader, NO_LIMITS);
    const entries = opened.entries.filter(({ isSent }) => isSent);
    const layout = findLayout(entries.map(({ path }) => path));
    const renamed = entries
      .map(({ bytes, crc32, dataAt, dataEnd, method, packedBytes, path }) => ({
        bytes,
        crc32,
        method,
        packedBytes,
        path: rename(path, layout),
        pieces: () => reader.pieces(dataAt, dataEnd),
      }))
      .filter(({ path }) => path !== '')
      .sort((a, b) => (a.path < b.path ? -1 : 1));
    await writeZip(renamed, target);
  });
}
