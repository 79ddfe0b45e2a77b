/** In what an entry is packed otherwise when it is packed again. None of it changes the content of a file. */
export type Repair = 'utf8-flag' | 'unicode-path' | 'backslash' | 'dot' | 'setuid' | 'bare-descriptor';

/** An entry as the directory of the zip describes it. Path and kind are checked for what is sent. */
export interface ZipEntry {
  /** With `/` between folders; a folder ends in a slash. Empty for the root itself. */
  path: string;
  /** False for what no Ability needs and for the root itself. It is never inflated, and only its records are checked. */
  isSent: boolean;
  repairs: readonly Repair[];
  isFolder: boolean;
  rawName: Buffer;
  flags: number;
  method: number;
  crc32: number;
  /** Declared: compressed, and what it inflates to. */
  packedBytes: number;
  bytes: number;
  /** Where its local header is in the file, and where it would be for who counts from the start of the zip. */
  headerAt: number;
  declaredAt: number;
}
