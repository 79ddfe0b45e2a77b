/** Limits of a package. Real packages are far below them. */
export interface PackageLimits {
  /** Size of the zip itself. */
  maxBytes: number;
  /** Size of all contents together, counted while inflating. */
  maxUnpackedBytes: number;
  /** Number of listed files and folders. */
  maxEntries: number;
  /** Folders above a file. */
  maxDepth: number;
  /** Length of a whole path, in UTF-8. */
  maxNameBytes: number;
}

export const DEFAULT_LIMITS: PackageLimits = {
  maxBytes: 10 * 1024 * 1024,
  maxUnpackedBytes: 50 * 1024 * 1024,
  maxEntries: 1000,
  maxDepth: 20,
  maxNameBytes: 255,
};
