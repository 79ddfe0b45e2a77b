import type { FileKind } from './check/file-kind.ts';

/** What repacking changes about an entry. The contents of files never change. */
export type Repair =
  | 'utf8-flag'
  | 'unicode-path'
  | 'code-page'
  | 'backslash'
  | 'dot'
  | 'setuid'
  | 'bare-descriptor'
  | 'comment';

/** An entry in the directory. Path and kind have been checked if the entry is included. */
export interface ZipEntry {
  /** Has `/` as separator, and a trailing slash for folders; empty for the root. */
  path: string;
  /** The topmost excluded part of the path; null if the entry isn't excluded. */
  leftOut: string | null;
  /** False for excluded entries and the root. They are never inflated; only their records are checked. */
  isSent: boolean;
  repairs: readonly Repair[];
  isFolder: boolean;
  rawName: Buffer;
  flags: number;
  method: number;
  crc32: number;
  /** Declared sizes, compressed and inflated. */
  packedBytes: number;
  bytes: number;
  /** Offsets of the local header: in the file, and relative to the start of the zip. */
  headerAt: number;
  declaredAt: number;
}

/** What is measured while a file is inflated. */
export interface MeasuredContent {
  bytes: number;
  sha256: string;
  crc32: number;
  kind: FileKind | undefined;
  holdsSecret: boolean;
  /** True if the file contains a NUL byte, so that it isn't source code. */
  isBinary: boolean;
}

export interface MeasuredFile extends MeasuredContent {
  path: string;
}
