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

/** An Ability one step further down than the service looks for it. */
export type Lift =
  /** `from`: the folder with `main.py`, with its slash, which holds all that is sent. `contentDigest`: of what is in it. */
  | { kind: 'folder'; from: string; contentDigest: string }
  /** `from`: the one file that is sent, which is a zip itself. Nobody has looked into it yet. */
  | { kind: 'zip'; from: string };

/** What an accepted zip holds. All sizes and checksums are measured; none is taken from what the zip says of itself. */
export interface PackageReport {
  /** Size of the zip itself. */
  bytes: number;
  /** Of the zip itself, in hex. */
  sha256: string;
  /** Those that are sent, sorted by path; folders are not counted. */
  files: PackageFile[];
  unpackedBytes: number;
  layout: PackageLayout;
  /** Whether what is sent has to be packed again: without what is left out, with names that all programs read alike. */
  isRepacked: boolean;
  /** What can be lifted to the top, where the service looks for the Ability; null when it is there, or nowhere. */
  lift: Lift | null;
  /**
   * Of the paths and contents that are sent, in hex: equal for a flat zip and for the same files wrapped in one folder, and
   * with and without what is left out.
   */
  contentDigest: string;
  /** About what is sent, and what is not. */
  warnings: PackageWarning[];
}
