import { findLayout, type Layout } from '../check/find-layout.ts';
import { openPackage } from '../open-package.ts';
import type { PackageLimits } from '../package-limits.ts';
import { readPackageFile } from '../read/package-file-reader.ts';
import { writeZip } from './write-zip.ts';

/** The zip was checked against the limits when it was accepted. */
const NO_LIMITS: PackageLimits = {
  maxBytes: Number.POSITIVE_INFINITY,
  maxUnpackedBytes: Number.POSITIVE_INFINITY,
  maxEntries: Number.POSITIVE_INFINITY,
  maxDepth: Number.POSITIVE_INFINITY,
  maxNameBytes: Number.POSITIVE_INFINITY,
};

/**
 * Repacks the included entries under new paths, sorted. Copies the compressed contents, which is fast and does not
 * depend on a compressor.
 * @param rename returns the new path; an empty one omits the entry.
 * @throws PackageProblemError if the source fails the checks of `inspectPackage`.
 */
export async function renameEntries(
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
