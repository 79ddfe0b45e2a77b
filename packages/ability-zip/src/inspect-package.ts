import { createHash } from 'node:crypto';
import { findAbilityFolders, findInnerZip, findLayout, type Layout } from './check/find-layout.ts';
import { findWarnings } from './check/find-warnings.ts';
import { openPackage } from './open-package.ts';
import type { PackageLimits } from './package-limits.ts';
import { isPackageProblem, PackageProblemError } from './package-problem-error.ts';
import type { Lift, PackageReport } from './package-report.ts';
import { quoteName } from './quote-name.ts';
import { type ContentVisitor, measureEntries } from './read/measure-entries.ts';
import { namesMain } from './read/names-main.ts';
import { type PackageFileReader, readPackageFile } from './read/package-file-reader.ts';
import type { MeasuredFile } from './zip-entry.ts';

/**
 * Inspects a zip on disk. Rejects damaged, unsafe or ambiguous zips; anything that the person should decide becomes a
 * warning. Doesn't check for required contents, which the service does.
 *
 * Reads the file in pieces of at most 64 KiB, and inflates it within the limits.
 * @throws PackageProblemError naming the entry, the reason and the fix; the signal's reason if it aborts.
 */
export async function inspectPackage(
  path: string,
  limits: PackageLimits,
  signal?: AbortSignal,
): Promise<PackageReport> {
  return readPackageFiles(path, limits, () => {}, { signal });
}

/**
 * Like `inspectPackage`, but also passes the contents to `visit` while they are measured. Only trust them if this
 * function returns. An error of `visit` stops reading and is rethrown.
 * @param choice `folder`: the Ability's folder, one of the report's `abilityFolders`, if the zip has several.
 * @throws PackageProblemError
 */
export async function readPackageFiles(
  path: string,
  limits: PackageLimits,
  visit: ContentVisitor,
  { folder, signal }: { folder?: string | undefined; signal?: AbortSignal | undefined } = {},
): Promise<PackageReport> {
  try {
    return await readPackageFile(path, (reader) => inspect(reader, limits, visit, { folder, signal }));
  } catch (error) {
    // Streams wrap the reason of an abort in an error of their own.
    signal?.throwIfAborted();
    if (isPackageProblem(error)) error.holdsMain = await readPackageFile(path, namesMain);
    throw error;
  }
}

async function inspect(
  reader: PackageFileReader,
  limits: PackageLimits,
  visit: ContentVisitor,
  { folder, signal }: { folder?: string | undefined; signal?: AbortSignal | undefined },
): Promise<PackageReport> {
  signal?.throwIfAborted();
  const opened = await openPackage(reader, limits, signal);
  const { entries } = opened;
  const { sha256, files, unpackedBytes } = await measureEntries(reader, entries, limits, visit, signal);
  // Excluded folders such as `__MACOSX` don't count as a second top-level folder.
  const layout = findLayout(entries.filter(({ isSent }) => isSent).map((entry) => entry.path));
  const abilityFolders = findAbilityFolders(files);
  const lift = findLift(files, layout, chooseFolders(abilityFolders, folder));
  const abilities = lift === null && folder === undefined ? abilityFolders : [];
  return {
    bytes: reader.bytes,
    sha256,
    files: files.map(({ bytes, path, sha256 }) => ({ path, bytes, sha256 })),
    unpackedBytes,
    layout: layout.kind,
    isRepacked: entries.some(({ isSent, repairs }) => !isSent || repairs.length > 0),
    lift,
    abilityFolders,
    contentDigest: contentDigest(files, layout),
    warnings: await findWarnings(opened, files, { layout, lift, abilities }, signal),
  };
}

/** @throws PackageProblemError if the chosen one is not among them. */
function chooseFolders(all: readonly string[], chosen: string | undefined): readonly string[] {
  if (chosen === undefined) return all;
  if (all.includes(chosen)) return [chosen];
  throw new PackageProblemError(`The zip has no main.py in ${quoteName(chosen)}. Upload the zip again.`);
}

function findLift(files: readonly MeasuredFile[], layout: Layout, folders: readonly string[]): Lift | null {
  const [from, ...others] = folders;
  if (from === undefined) {
    const inner = findInnerZip(files);
    return inner === null ? null : { kind: 'zip', from: inner };
  }
  if (others.length > 0 || from === layout.root) return null;
  const lifted = files.filter(({ path }) => path.startsWith(from));
  return { kind: 'folder', from, contentDigest: contentDigest(lifted, { root: from }) };
}

/**
 * SHA-256, in hex, over the paths below the single top-level folder and the SHA-256 of each file's content. Paths
 * contain no NUL, so the encoding is unambiguous.
 * @param files sorted by path.
 */
function contentDigest(files: readonly { path: string; sha256: string }[], { root }: Pick<Layout, 'root'>): string {
  const lines = files.map(({ path, sha256 }) => `${path.slice(root.length)}\0${sha256}\n`);
  return createHash('sha256').update(lines.join('')).digest('hex');
}
