import { inspectPackage } from './inspect-package.ts';
import { DEFAULT_LIMITS, type PackageLimits } from './package-limits.ts';

/** The `contentDigest` of a zip, with all checks of `inspectPackage`. @throws PackageProblemError */
export async function digestPackage(
  path: string,
  limits: PackageLimits = DEFAULT_LIMITS,
  signal?: AbortSignal,
): Promise<string> {
  return (await inspectPackage(path, limits, signal)).contentDigest;
}
