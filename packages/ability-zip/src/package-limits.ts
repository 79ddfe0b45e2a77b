/** Limits for a package. Real packages are far below them. */
export interface PackageLimits {
  /** For the zip itself, in bytes. */
  maxBytes: number;
  /** For all contents together, in bytes, counted while inflating. */
  maxUnpackedBytes: number;
  /** The number of listed files and folders. */
  maxEntries: number;
  /** The number of folders above a file. */
  maxDepth: number;
  /** The length of a whole path, in bytes of UTF-8. */
  maxNameBytes: number;
}

export const DEFAULT_LIMITS: PackageLimits = {
  maxBytes: 10 * 1024 * 1024,
  maxUnpackedBytes: 50 * 1024 * 1024,
  maxEntries: 1000,
  maxDepth: 20,
  maxNameBytes: 255,
};
