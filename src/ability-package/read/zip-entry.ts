/** An entry as the directory of the zip describes it, with a path and a kind that are checked. */
export interface ZipEntry {
  /** As in the zip; a folder ends in a slash. */
  path: string;
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
