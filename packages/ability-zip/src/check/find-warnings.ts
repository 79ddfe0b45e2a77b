import type { OpenedPackage } from '../open-package.ts';
import type { Lift } from '../package-report.ts';
import type { FewOf, OddName, PackageWarning } from '../package-warning.ts';
import { takeTurns } from '../take-turns.ts';
import type { MeasuredFile, Repair } from '../zip-entry.ts';
import { type Layout, MAIN_FILES } from './find-layout.ts';
import { findOddity } from './find-oddity.ts';
import { isNestedArchive, isPossibleSecret } from './unwanted-files.ts';

const FEW = 3;
/** How many of these files a warning lists. A repository rarely has more beside the Ability's folder. */
const FEW_BEHIND = 8;

/** Warnings about an accepted zip, the most serious first. */
export async function findWarnings(
  { entries: listed, leading, trailingBytes }: OpenedPackage,
  measured: readonly MeasuredFile[],
  { abilities, layout, lift }: { abilities: readonly string[]; layout: Layout; lift: Lift | null },
  signal?: AbortSignal,
): Promise<PackageWarning[]> {
  const lifted = lift?.kind === 'folder' ? lift.from : '';
  const isTaken = ({ path }: { path: string }) => path.startsWith(lifted);
  const files = measured.filter(isTaken);
  const behind = new Set(measured.filter((file) => !isTaken(file)).map(({ path }) => findTopOutside(path, lifted)));
  const leftOut = new Set(
    listed
      .filter((entry) => isTaken(entry))
      .map((entry) => entry.leftOut)
      .filter((path) => path !== null),
  );
  const entries = listed.filter((entry) => entry.isSent && isTaken(entry));
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
  warnOf('unmarked-names', repairedBy('utf8-flag', 'unicode-path', 'code-page'));
  warnOf('backslashes', repairedBy('backslash'));
  if (lift?.kind === 'zip') {
    warnings.push({ kind: 'nested-zip', path: lift.from });
  } else {
    if (archives.length > 0) warnings.push({ kind: 'nested-archive', paths: few(archives) });
    warnings.push(
      ...(abilities.length > 1
        ? [{ kind: 'several-abilities' as const, folders: few(abilities) }]
        : findLayoutWarnings(files, layout, lift?.from)),
    );
  }
  if (behind.size > 0) warnings.push({ kind: 'left-behind', paths: few([...behind].sort(), FEW_BEHIND) });
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

/** The topmost part of a path that isn't above this folder, with a trailing slash if it is a folder itself. */
function findTopOutside(path: string, folder: string): string {
  const parts = path.split('/');
  const inside = folder.split('/');
  const at = parts.findIndex((part, index) => part !== inside[index]);
  return at === parts.length - 1 ? path : `${parts.slice(0, at + 1).join('/')}/`;
}

function findLayoutWarnings(
  files: readonly MeasuredFile[],
  { folders, kind, root }: Layout,
  lifted: string | undefined,
): PackageWarning[] {
  const warnings: PackageWarning[] = [];
  if (lifted !== undefined) warnings.push({ kind: 'nested-folder', folder: lifted });
  else if (kind === 'flat') warnings.push({ kind: 'flat-layout' });
  else if (kind === 'mixed') warnings.push({ kind: 'several-folders', folders: few(folders) });
  const byPath = new Map(files.map((file) => [file.path, file]));
  const top = lifted ?? root;
  const mains = MAIN_FILES.map((name) => `${top}${name}`);
  const [main = '', daemon = ''] = mains;
  if (!byPath.has(main)) warnings.push({ kind: byPath.has(daemon) ? 'daemon-only' : 'no-main' });
  for (const path of mains) {
    const file = byPath.get(path);
    if (file?.bytes === 0) warnings.push({ kind: 'empty-main', path });
    else if (file?.isBinary) warnings.push({ kind: 'binary-main', path, looksLike: file.kind?.name ?? null });
  }
  if (!byPath.has(`${top}__init__.py`)) warnings.push({ kind: 'no-init' });
  return warnings;
}

/** Lists each file or folder only once, however many entries a folder has. */
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

const few = <T>(all: readonly T[], max = FEW): FewOf<T> => ({ first: all.slice(0, max), count: all.length });
