/** Inspects the zip of an Ability without trusting it, and repacks it in the layout that the service expects. */

export { inspectPackage, readPackageFiles } from './inspect-package.ts';
export { DEFAULT_LIMITS, type PackageLimits } from './package-limits.ts';
export { isPackageProblem, PackageProblemError } from './package-problem-error.ts';
export type { PackageReport } from './package-report.ts';
export { warningSentence } from './package-warning.ts';
export type { ContentVisitor } from './read/measure-entries.ts';

// Packing and repacking

export { type PackedFile, packFiles } from './pack/pack-files.ts';
export { leaveOut, liftFolder, liftZip, unwrapPackage, wrapPackage } from './pack/repack.ts';

// Names and sizes

export { keyOf } from './check/check-collisions.ts';
export { findLeftOut } from './check/unwanted-files.ts';
export { formatBytes } from './format-bytes.ts';
export { quoteName } from './quote-name.ts';
