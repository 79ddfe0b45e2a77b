import { findLayout, type Layout } from '../check/find-layout.ts';
import { openPackage } from '../open-package.ts';
import type { PackageLimits } from '../package-limits.ts';
import { readPackageFile } from '../read/package-file-reader.ts';
import { writeZip } from './write-zip.ts';

/** The limits were held against the zip when it was accepted. */
const NO_LIMITS: PackageLimits = {
  maxBytes: Number.POSITIVE_INFINITY,
  maxUnpackedBytes: Number.POSITIVE_INFINITY,
  maxEntries: Number.POSITIVE_INFINITY,
  maxDepth: Number.POSITIVE_INFINITY,
  maxNameBytes: Number.POSITIVE_INFINITY,
};

/**
 * Repacks the included entries under new paths, sorted. Compressed contents are copied: that is as fast as the
 * disk, and the bytes do not depend on a compressor.
 * @param rename gives the new path; an empty one leaves the entry out.
 * @throws PackageProblemError when the records of the source do not stand the checks of `inspectPackage`.
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
        ...{ bytes, crc32, method, packedBytes, path: rename(path, layout) },
        pieces: () => reader.pieces(dataAt, dataEnd),
      }))
      .filter(({ path }) => path !== '')
      .sort((a, b) => (a.path < b.path ? -1 : 1));
    await writeZip(renamed, target);
  });
}
