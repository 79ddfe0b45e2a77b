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

/** What an accepted zip holds. All sizes and checksums are measured; none is taken from what the zip says of itself. */
export interface PackageReport {
  /** Size of the zip itself. */
  bytes: number;
  /** Of the zip itself, in hex. */
  sha256: string;
  /** Sorted by path; folders are not counted. */
  files: PackageFile[];
  unpackedBytes: number;
  layout: PackageLayout;
  /** The same without what is left out when it is sent. */
  sent: SentPart;
  /**
   * Of the paths and contents that are sent, in hex: equal for a flat zip and for the same files wrapped in one folder, and
   * with and without what is left out.
   */
  contentDigest: string;
  /** About what is sent, and what is not. */
  warnings: PackageWarning[];
}

/** What of a zip is sent. No files when all of it is left out. */
export type SentPart = Pick<PackageReport, 'files' | 'unpackedBytes' | 'layout'>;
