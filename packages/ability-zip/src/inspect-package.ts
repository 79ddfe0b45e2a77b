import type { PackageLimits } from './package-limits.ts';
import type { PackageReport } from './package-report.ts';
import { readPackageFiles } from './read-package-files.ts';

/**
 * Looks into a zip on disk and refuses what is damaged, unsafe, or read differently by different programs. What a person
 * may want to decide is a warning of the report. What a package must hold is for the service to judge.
 *
 * The file is read in pieces of at most 64 KiB and inflated under the limits. When `signal` is aborted, its reason is
 * thrown.
 * @throws PackageProblemError whose sentence names the entry, the reason, and what to do.
 */
export async function inspectPackage(
  path: string,
  limits: PackageLimits,
  signal?: AbortSignal,
): Promise<PackageReport> {
  return readPackageFiles(path, limits, () => {}, signal);
}
