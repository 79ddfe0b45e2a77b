import { findAbilityFolders, findInnerZip, findLayout, type Layout } from './check/find-layout.ts';
import { findWarnings } from './check/find-warnings.ts';
import { contentDigest } from './content-digest.ts';
import { openPackage } from './open-package.ts';
import type { PackageLimits } from './package-limits.ts';
import { isPackageProblem, PackageProblemError } from './package-problem-error.ts';
import type { Lift, PackageReport } from './package-report.ts';
import { quoteName } from './quote-name.ts';
import { type ContentVisitor, type MeasuredFile, measureEntries } from './read/measure-entries.ts';
import { namesMain } from './read/names-main.ts';
import { type PackageFileReader, readPackageFile } from './read/package-file-reader.ts';

/**
 * `inspectPackage` with access to the contents: `visit` gets them while they are measured, so they are valid only if
 * the function returns. Errors of `visit` end the reading and are passed on.
 * @param choice `folder`: the Ability's, if the zip has several; one of the report's `abilityFolders`.
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
    // Streams wrap the reason of an abort in their own error.
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
  // Excluded folders such as `__MACOSX` do not count as a second top folder.
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
  throw new PackageProblemError(`The zip has no main.py in ${quoteName(chosen)}. Drop the zip again.`);
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
