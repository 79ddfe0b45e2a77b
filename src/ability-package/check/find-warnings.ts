import type { OpenedPackage } from '../open-package.ts';
import type { FewOf, OddName, PackageWarning } from '../package-warning.ts';
import type { MeasuredFile } from '../read/measure-entries.ts';
import { takeTurns } from '../read/take-turns.ts';
import type { Layout } from './find-layout.ts';
import { findOddity } from './find-oddity.ts';
import { findLeftOut, isNestedArchive, isPossibleSecret } from './tell-warned-files.ts';

const FEW = 3;

/**
 * What of an accepted zip a person should know, the gravest first.
 * @param layout of what is sent.
 */
export async function findWarnings(
  { entries: all, leading, trailingBytes }: OpenedPackage,
  allFiles: readonly MeasuredFile[],
  layout: Layout,
  signal?: AbortSignal,
): Promise<PackageWarning[]> {
  const leftOut = new Set(all.map(({ path }) => findLeftOut(path)).filter((path) => path !== undefined));
  const isSent = ({ path }: { path: string }) => findLeftOut(path) === undefined;
  const [entries, files] = [all.filter(isSent), allFiles.filter(isSent)];
  const { archives, secrets } = await findWarnedFiles(files, signal);
  const oddNames = await findOddNames(entries, signal);
  const warnings: PackageWarning[] = [];
  if (secrets.length > 0) warnings.push({ kind: 'possible-secret', paths: few(secrets) });
  if (leading.bytes > 0) warnings.push({ kind: 'leading-bytes', ...leading });
  if (trailingBytes > 0) warnings.push({ kind: 'trailing-bytes', bytes: trailingBytes });
  if (oddNames.length > 0) warnings.push({ kind: 'odd-names', names: few(oddNames) });
  if (archives.length > 0) warnings.push({ kind: 'nested-archive', paths: few(archives) });
  warnings.push(...findLayoutWarnings(files, layout));
  if (leftOut.size > 0) warnings.push({ kind: 'left-out', paths: few([...leftOut]) });
  return warnings;
}

async function findWarnedFiles(files: readonly MeasuredFile[], signal?: AbortSignal) {
  const [secrets, archives]: [string[], string[]] = [[], []];
  for (const [index, file] of files.entries()) {
    await takeTurns(index, signal);
    if (isPossibleSecret(file)) secrets.push(file.path);
    if (isNestedArchive(file)) archives.push(file.path);
  }
  return { secrets, archives };
}

function findLayoutWarnings(files: readonly MeasuredFile[], { folders, kind, root }: Layout): PackageWarning[] {
  const warnings: PackageWarning[] = [];
  if (kind === 'flat') warnings.push({ kind: 'flat-layout' });
  if (kind === 'mixed') warnings.push({ kind: 'several-folders', folders: few(folders) });
  const paths = new Set(files.map(({ path }) => path));
  const roots = kind === 'mixed' ? folders.map((folder) => `${folder}/`) : [root];
  const withMain = roots.filter((top) => paths.has(`${top}main.py`));
  if (withMain.length === 0) {
    const foundAt = [...paths].find((path) => path.endsWith('/main.py')) ?? null;
    warnings.push({ kind: 'no-main', foundAt });
  }
  const withoutInit = (withMain.length > 0 ? withMain : roots).every((top) => !paths.has(`${top}__init__.py`));
  if (withoutInit) warnings.push({ kind: 'no-init' });
  return warnings;
}

/** Each odd file or folder once, whatever lies in a folder. */
async function findOddNames(entries: OpenedPackage['entries'], signal?: AbortSignal): Promise<OddName[]> {
  const seen = new Set<string>();
  const odd: OddName[] = [];
  for (const [index, entry] of entries.entries()) {
    await takeTurns(index, signal);
    let end = -1;
    for (const part of entry.path.split('/')) {
      end += part.length + 1;
      const path = entry.path.slice(0, end);
      if (part === '' || seen.has(path)) continue;
      seen.add(path);
      const oddity = findOddity(part);
      if (oddity !== undefined) odd.push({ path, oddity });
    }
  }
  return odd;
}

const few = <T>(all: readonly T[]): FewOf<T> => ({ first: all.slice(0, FEW), count: all.length });
