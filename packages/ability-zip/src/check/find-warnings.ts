import type { OpenedPackage } from '../open-package.ts';
import type { Lift } from '../package-report.ts';
import type { FewOf, OddName, PackageWarning } from '../package-warning.ts';
import type { MeasuredFile } from '../read/measure-entries.ts';
import { takeTurns } from '../read/take-turns.ts';
import type { Repair } from '../read/zip-entry.ts';
import { type Layout, MAIN_FILES } from './find-layout.ts';
import { findOddity } from './find-oddity.ts';
import { findLeftOut, isNestedArchive, isPossibleSecret } from './tell-warned-files.ts';

const FEW = 3;

/** Warnings about an accepted zip, most serious first. */
export async function findWarnings(
  { entries: all, leading, trailingBytes }: OpenedPackage,
  files: readonly MeasuredFile[],
  { layout, lift }: { layout: Layout; lift: Lift | null },
  signal?: AbortSignal,
): Promise<PackageWarning[]> {
  const leftOut = new Set(all.map(({ path }) => findLeftOut(path)).filter((path) => path !== undefined));
  const entries = all.filter(({ isSent }) => isSent);
  const { archives, secrets } = await findWarnedFiles(files, signal);
  const oddNames = await findOddNames(entries, signal);
  const warnings: PackageWarning[] = [];
  const warnOf = (
    kind: 'possible-secret' | 'setuid' | 'unmarked-names' | 'backslashes' | 'left-out',
    paths: string[],
  ) => {
    if (paths.length > 0) warnings.push({ kind, paths: few(paths) });
  };
  const repairedBy = (...kinds: Repair[]) =>
    entries.filter(({ repairs }) => kinds.some((kind) => repairs.includes(kind))).map(({ path }) => path);
  warnOf('possible-secret', secrets);
  if (leading.bytes > 0) warnings.push({ kind: 'leading-bytes', ...leading });
  if (trailingBytes > 0) warnings.push({ kind: 'trailing-bytes', bytes: trailingBytes });
  warnOf('setuid', repairedBy('setuid'));
  if (oddNames.length > 0) warnings.push({ kind: 'odd-names', names: few(oddNames) });
  warnOf('unmarked-names', repairedBy('utf8-flag', 'unicode-path'));
  warnOf('backslashes', repairedBy('backslash'));
  if (lift?.kind === 'zip') {
    warnings.push({ kind: 'nested-zip', path: lift.from });
  } else {
    if (archives.length > 0) warnings.push({ kind: 'nested-archive', paths: few(archives) });
    warnings.push(...findLayoutWarnings(files, layout, lift?.from));
  }
  warnOf('left-out', [...leftOut]);
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

function findLayoutWarnings(
  files: readonly MeasuredFile[],
  { folders, kind, root }: Layout,
  nested: string | undefined,
): PackageWarning[] {
  const warnings: PackageWarning[] = [];
  if (kind === 'flat') warnings.push({ kind: 'flat-layout' });
  if (kind === 'mixed') warnings.push({ kind: 'several-folders', folders: few(folders) });
  if (nested !== undefined) warnings.push({ kind: 'nested-folder', folder: nested });
  const byPath = new Map(files.map((file) => [file.path, file]));
  const roots = kind === 'mixed' ? folders.map((folder) => `${folder}/`) : [nested ?? root];
  const [withMain, withDaemon] = MAIN_FILES.map((name) => roots.filter((top) => byPath.has(`${top}${name}`)));
  if (withMain?.length === 0)
    warnings.push(withDaemon?.length ? { kind: 'daemon-only' } : findMain([...byPath.keys()]));
  const withCode = roots.filter((top) => MAIN_FILES.some((name) => byPath.has(`${top}${name}`)));
  for (const path of withCode.flatMap((top) => MAIN_FILES.map((name) => `${top}${name}`))) {
    const file = byPath.get(path);
    if (file?.bytes === 0) warnings.push({ kind: 'empty-main', path });
    else if (file?.isBinary) warnings.push({ kind: 'binary-main', path, looksLike: file.kind?.name ?? null });
  }
  const withoutInit = (withCode.length > 0 ? withCode : roots).every((top) => !byPath.has(`${top}__init__.py`));
  if (withoutInit) warnings.push({ kind: 'no-init' });
  return warnings;
}

const findMain = (paths: readonly string[]): PackageWarning => ({
  kind: 'no-main',
  foundAt: paths.find((path) => path.endsWith('/main.py')) ?? null,
});

/** Lists each file or folder once, regardless of a folder's contents. */
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
