/** Inspects the zip of an Ability without trusting it, and repacks it in the layout that the service expects. */

export { inspectPackage } from './inspect-package.ts';
export { DEFAULT_LIMITS, type PackageLimits } from './package-limits.ts';
export { isPackageProblem, PackageProblemError } from './package-problem-error.ts';
export type { PackageReport } from './package-report.ts';
export { warningSentence } from './package-warning.ts';
export type { ContentVisitor } from './read/measure-entries.ts';
export { readPackageFiles } from './read-package-files.ts';

// Packing and repacking

export { leaveOut } from './pack/leave-out.ts';
export { liftFolder, liftZip } from './pack/lift-package.ts';
export { type PackedFile, packFiles } from './pack/pack-files.ts';
export { unwrapPackage } from './pack/unwrap-package.ts';
export { wrapPackage } from './pack/wrap-package.ts';

// Names and sizes

export { keyOf } from './check/check-collisions.ts';
export { findLeftOut } from './check/unwanted-files.ts';
export { formatBytes } from './format-bytes.ts';
export { quoteName } from './quote-name.ts';
