import { contentDigest } from './content-digest.ts';
import { findLayout } from './find-layout.ts';
import { findSentPart } from './find-sent-part.ts';
import { findWarnings } from './find-warnings.ts';
import { type ContentVisitor, measureEntries } from './measure-entries.ts';
import { openPackage } from './open-package.ts';
import { readPackageFile } from './package-file-reader.ts';
import type { PackageLimits } from './package-limits.ts';
import type { PackageReport } from './package-report.ts';

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
