import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise } from 'yauzl';
import { formatBytes } from './format-bytes.ts';
import { PackageProblemError } from './package-problem-error.ts';

/** What a package may be at most. Packages in the wild are far below all of them. */
export interface PackageLimits {
  /** Sum of the sizes that the entries declare, in bytes. */
  maxUnpackedBytes: number;
  maxEntries: number;
}

export interface PackageSummary {
  /** Size of the zip itself, in bytes. */
  bytes: number;
  /** Number of files, folders not counted. */
  files: number;
  /** As declared by the entries, in bytes. */
  unpackedBytes: number;
  sha256: string;
}

/**
 * Opens a zip on disk and reads its directory, so that what is no zip at all is told before it is sent.
 * What a package must contain is for the service to judge.
 * @throws PackageProblemError for a file that is no readable zip, is encrypted or exceeds a limit.
 */
export async function inspectPackage(path: string, limits: PackageLimits): Promise<PackageSummary> {
  const { bytes, sha256 } = await readFingerprint(path);
  if (bytes === 0) throw new PackageProblemError('The file is empty. Pack your folder anew and drop the new zip.');
  const entries = await readEntries(path, limits);
  const unpackedBytes = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);
  if (unpackedBytes > limits.maxUnpackedBytes) {
    throw new PackageProblemError(`The zip unpacks to more than ${formatBytes(limits.maxUnpackedBytes)}.`);
  }
  const files = entries.filter(({ fileName }) => !fileName.endsWith('/')).length;
  if (files === 0) throw new PackageProblemError('The zip holds no files. Drop one with your folder in it.');
  return { bytes, files, unpackedBytes, sha256 };
}

async function readFingerprint(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return { bytes: (await stat(path)).size, sha256: hash.digest('hex') };
}

async function readEntries(path: string, limits: PackageLimits): Promise<Entry[]> {
  const tooMany = new PackageProblemError(`The zip holds more than ${limits.maxEntries} entries.`);
  const entries: Entry[] = [];
  try {
    const zip = await openPromise(path, { autoClose: false });
    try {
      // The count is known before the first entry is read; 200,000 entries would take seconds.
      if (zip.entryCount > limits.maxEntries) throw tooMany;
      for await (const entry of zip.eachEntry()) {
        if (entry.isEncrypted())
          throw new PackageProblemError('The zip is encrypted. Pack it without a password and drop it again.');
        entries.push(entry);
      }
    } finally {
      zip.close();
    }
  } catch (error) {
    if (error instanceof PackageProblemError) throw error;
    throw new PackageProblemError(
      'The file is not a zip that can be read. Pack your folder anew and drop the new zip.',
      { cause: error },
    );
  }
  return entries;
}
