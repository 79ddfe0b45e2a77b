/** What a package may be at most. Packages in the wild are far below all of them. */
export interface PackageLimits {
  /** Of the zip itself. */
  maxBytes: number;
  /** Of all contents together, counted while they are inflated. */
  maxUnpackedBytes: number;
  /** Files and folders that the zip lists. */
  maxEntries: number;
  /** Folders above a file. */
  maxDepth: number;
  /** Of a whole path, in UTF-8. */
  maxNameBytes: number;
}

export const DEFAULT_LIMITS: PackageLimits = {
  maxBytes: 10 * 1024 * 1024,
  maxUnpackedBytes: 50 * 1024 * 1024,
  maxEntries: 1000,
  maxDepth: 20,
  maxNameBytes: 255,
};
