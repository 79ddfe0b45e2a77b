import type { PackageWarning } from './package-warning.ts';

interface PackageFile {
  /** The path in the zip, with `/` between folders. */
  path: string;
  /** Measured while inflating. */
  bytes: number;
  /** SHA-256 of the content, in hex. */
  sha256: string;
}

/** `flat`: there are files at the root. `mixed`: several folders at the root, and no files. */
export type PackageLayout = 'single-folder' | 'flat' | 'mixed';

/** An Ability that isn't where the service expects it. */
export type Lift =
  /** `from`: the folder with the entry point, with a trailing slash. `contentDigest`: the digest of its contents. */
  | { kind: 'folder'; from: string; contentDigest: string }
  /** `from`: the only included file, which is a zip that hasn't been inspected. */
  | { kind: 'zip'; from: string };

/**
 * The contents of an accepted zip. All sizes and checksums are measured, because the declared ones can't be trusted.
 */
export interface PackageReport {
  /** The size of the zip itself. */
  bytes: number;
  /** SHA-256 of the zip itself, in hex. */
  sha256: string;
  /** The included files, sorted by path, without folders. */
  files: PackageFile[];
  unpackedBytes: number;
  layout: PackageLayout;
  /** True if the zip must be repacked, to drop excluded files or to make names portable. */
  isRepacked: boolean;
  /**
   * The folder or zip that can be moved to the top level; null if the Ability is already there, or if none or several
   * were found.
   */
  lift: Lift | null;
  /**
   * The folders that have an entry point and none above them, sorted, with a trailing slash; the root is an empty
   * string.
   */
  abilityFolders: string[];
  /**
   * SHA-256 of the included paths and contents, in hex. It is the same for a flat zip and for the same files in a
   * folder, whatever is excluded.
   */
  contentDigest: string;
  /** If a folder can be lifted, only warnings about its contents. */
  warnings: PackageWarning[];
}
