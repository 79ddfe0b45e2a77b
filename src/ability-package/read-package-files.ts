import { findLayout } from './check/find-layout.ts';
import { findWarnings } from './check/find-warnings.ts';
import { contentDigest } from './content-digest.ts';
import { openPackage } from './open-package.ts';
import { findSentPart } from './pack/find-sent-part.ts';
import type { PackageLimits } from './package-limits.ts';
import type { PackageReport } from './package-report.ts';
import { type ContentVisitor, measureEntries } from './read/measure-entries.ts';
import { readPackageFile } from './read/package-file-reader.ts';

/**
 * `inspectPackage` for who needs the contents as well: `visit` gets them while they are measured, so that what it got
 * counts only when the report comes. A throw of `visit` ends the reading and comes out as it is.
 * @throws PackageProblemError
 */
export async function readPackageFiles(
  path: string,
  limits: PackageLimits,
  visit: ContentVisitor,
  signal?: AbortSignal,
): Promise<PackageReport> {
  try {
    return await readPackageFile(path, async (reader) => {
      signal?.throwIfAborted();
      const opened = await openPackage(reader, limits, signal);
      const { sha256, files, unpackedBytes } = await measureEntries(reader, opened.entries, limits, visit, signal);
      const all = files.map(({ bytes, path, sha256 }) => ({ path, bytes, sha256 }));
      const { layout, part } = await findSentPart(opened.entries, all, signal);
      return {
        bytes: reader.bytes,
        sha256,
        files: all,
        unpackedBytes,
        layout: findLayout(opened.entries.map((entry) => entry.path)).kind,
        sent: part,
        contentDigest: contentDigest(part.files, layout),
        warnings: await findWarnings(opened, files, layout, signal),
      };
    });
  } catch (error) {
    // Streams wrap the reason of an abort in an error of their own.
    signal?.throwIfAborted();
    throw error;
  }
}
