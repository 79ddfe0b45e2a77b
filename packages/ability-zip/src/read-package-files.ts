import { findInnerZip, findLayout, findNestedRoot, type Layout } from './check/find-layout.ts';
import { findWarnings } from './check/find-warnings.ts';
import { contentDigest } from './content-digest.ts';
import { openPackage } from './open-package.ts';
import type { PackageLimits } from './package-limits.ts';
import type { Lift, PackageReport } from './package-report.ts';
import { type ContentVisitor, type MeasuredFile, measureEntries } from './read/measure-entries.ts';
import { readPackageFile } from './read/package-file-reader.ts';

/**
 * `inspectPackage` with access to the contents: `visit` gets them while they are measured, so they are valid only if
 * the function returns. Errors of `visit` end the reading and are passed on.
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
      const { entries } = opened;
      const { sha256, files, unpackedBytes } = await measureEntries(reader, entries, limits, visit, signal);
      // Excluded folders such as `__MACOSX` do not count as a second top folder.
      const layout = findLayout(entries.filter(({ isSent }) => isSent).map((entry) => entry.path));
      const lift = findLift(files, layout);
      return {
        bytes: reader.bytes,
        sha256,
        files: files.map(({ bytes, path, sha256 }) => ({ path, bytes, sha256 })),
        unpackedBytes,
        layout: layout.kind,
        isRepacked: entries.some(({ isSent, repairs }) => !isSent || repairs.length > 0),
        lift,
        contentDigest: contentDigest(files, layout),
        warnings: await findWarnings(opened, files, { layout, lift }, signal),
      };
    });
  } catch (error) {
    // Streams wrap the reason of an abort in their own error.
    signal?.throwIfAborted();
    throw error;
  }
}

function findLift(files: readonly MeasuredFile[], layout: Layout): Lift | null {
  const root = findNestedRoot(files, layout);
  if (root !== null) return { kind: 'folder', from: root, contentDigest: contentDigest(files, { root }) };
  const inner = findInnerZip(files);
  return inner === null ? null : { kind: 'zip', from: inner };
}
