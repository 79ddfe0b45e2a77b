import type { FileKind } from './check/file-kind.ts';

/** The changes that repacking makes to an entry. File contents never change. */
export type Repair =
  | 'utf8-flag'
  | 'unicode-path'
  | 'code-page'
  | 'backslash'
  | 'dot'
  | 'setuid'
  | 'bare-descriptor'
  | 'comment';

/** An entry as listed in the directory. Path and kind are checked for included entries. */
export interface ZipEntry {
  /** With `/` as separator and a trailing slash for folders; empty for the root. */
  path: string;
  /** The topmost excluded part of its path; null if it is not excluded. */
  leftOut: string | null;
  /** False for excluded entries and the root: they are never inflated, only their records are checked. */
  isSent: boolean;
  repairs: readonly Repair[];
  isFolder: boolean;
  rawName: Buffer;
  flags: number;
  method: number;
  crc32: number;
  /** Declared sizes: compressed and inflated. */
  packedBytes: number;
  bytes: number;
  /** Offset of the local header in the file, and relative to the start of the zip. */
  headerAt: number;
  declaredAt: number;
}

/** Results for a file, measured while inflating. */
export interface MeasuredContent {
  bytes: number;
  sha256: string;
  crc32: number;
  kind: FileKind | undefined;
  holdsSecret: boolean;
  /** Contains a NUL byte, so it is not source code. */
  isBinary: boolean;
}

export interface MeasuredFile extends MeasuredContent {
  path: string;
}
