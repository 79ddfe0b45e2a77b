import type { PackageWarning } from './package-warning.ts';

interface PackageFile {
  /** As in the zip, with `/` between folders. */
  path: string;
  /** Measured while inflating. */
  bytes: number;
  /** Digest of the content, in hex. */
  sha256: string;
}

/** `flat`: files at the root. `mixed`: several folders, none of them alone at the top. */
export type PackageLayout = 'single-folder' | 'flat' | 'mixed';

/** An Ability that is not where the service expects it. */
export type Lift =
  /** `from`: the folder with `main.py`, with trailing slash. `contentDigest`: of its contents. */
  | { kind: 'folder'; from: string; contentDigest: string }
  /** `from`: the only included file, itself a zip, not inspected yet. */
  | { kind: 'zip'; from: string };

/** The contents of an accepted zip. All sizes and checksums are measured; the declared ones are not trusted. */
export interface PackageReport {
  /** Size of the zip itself. */
  bytes: number;
  /** Digest of the zip itself, in hex. */
  sha256: string;
  /** Included files, sorted by path, without folders. */
  files: PackageFile[];
  unpackedBytes: number;
  layout: PackageLayout;
  /** True if the zip must be repacked, to drop excluded files or to make names portable. */
  isRepacked: boolean;
  /**
   * The folder or zip that can be moved to the top level; null if the Ability is already there, or none or several were
   * found.
   */
  lift: Lift | null;
  /** Folders with an entry point and none above them, sorted, with trailing slash; empty for the root. */
  abilityFolders: string[];
  /**
   * Digest of the included paths and contents, in hex. The same for a flat zip and for its files in one folder, and
   * regardless of excluded files.
   */
  contentDigest: string;
  /** If a folder is lifted, only warnings about its contents. */
  warnings: PackageWarning[];
}
