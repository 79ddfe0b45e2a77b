import type { PackageLimits } from './package-limits.ts';
import type { PackageReport } from './package-report.ts';
import { readPackageFiles } from './read-package-files.ts';

/**
 * Inspects a zip on disk. Rejects damaged, unsafe or ambiguous zips; questions for the user become warnings. The
 * service checks for required contents.
 *
 * Reads the file in pieces of at most 64 KiB, and inflates it under the limits.
 * @throws PackageProblemError naming the entry, the reason and the fix; the signal's reason if it aborts.
 */
export async function inspectPackage(
  path: string,
  limits: PackageLimits,
  signal?: AbortSignal,
): Promise<PackageReport> {
  return readPackageFiles(path, limits, () => {}, { signal });
}
