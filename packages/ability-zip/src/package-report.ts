import type { PackageWarning } from './package-warning.ts';

export interface PackageFile {
  /** As in the zip, with `/` between folders. */
  path: string;
  /** Measured while inflating. */
  bytes: number;
  /** Of the content, in hex. */
  sha256: string;
}

/** `flat`: files at the root. `mixed`: several folders, none of them alone at the top. */
export type PackageLayout = 'single-folder' | 'flat' | 'mixed';

/** An Ability one level below where the service expects it. */
export type Lift =
  /**
   * `from`: the folder with `main.py` and all included files, with trailing slash. `contentDigest`: of its contents.
   */
  | { kind: 'folder'; from: string; contentDigest: string }
  /** `from`: the only included file, itself a zip, not inspected yet. */
  | { kind: 'zip'; from: string };

/** What an accepted zip holds. All sizes and checksums are measured; none is taken from what the zip says of itself. */
export interface PackageReport {
  /** Size of the zip itself. */
  bytes: number;
  /** Of the zip itself, in hex. */
  sha256: string;
  /** Included files, sorted by path, without folders. */
  files: PackageFile[];
  unpackedBytes: number;
  layout: PackageLayout;
  /** True if the zip must be repacked, to drop excluded files or to make names portable. */
  isRepacked: boolean;
  /** What can be moved to the top level; null if the Ability is there already or was not found. */
  lift: Lift | null;
  /**
   * Of the paths and contents that are sent, in hex: equal for a flat zip and for the same files wrapped in one folder, and
   * with and without what is left out.
   */
  contentDigest: string;
  /** About what is sent, and what is not. */
  warnings: PackageWarning[];
}
