import type { PackageLayout } from '../package-report.ts';
import type { MeasuredFile } from '../zip-entry.ts';
import { isNestedArchive } from './unwanted-files.ts';

export interface Layout {
  kind: PackageLayout;
  /** The folders at the root, sorted. */
  folders: string[];
  /** The single top-level folder, with a trailing slash; empty if there is none. */
  root: string;
}

/** @param paths the paths of all entries. Those of folders end with a slash. */
export function findLayout(paths: readonly string[]): Layout {
  const folders = [
    ...new Set(paths.filter((path) => path.includes('/')).map((path) => path.slice(0, path.indexOf('/')))),
  ];
  folders.sort();
  const [only = '', ...more] = folders;
  if (paths.some((path) => !path.includes('/'))) return { kind: 'flat', folders, root: '' };
  if (more.length > 0) return { kind: 'mixed', folders, root: '' };
  return { kind: 'single-folder', folders, root: `${only}/` };
}

/** The entry points that the service runs. A daemon may have no `main.py`. */
export const MAIN_FILES = ['main.py', 'background.py'] as const;

/**
 * The folders that have an entry point and none above them, sorted, with a trailing slash; the root is an empty string.
 */
export function findAbilityFolders(files: readonly { path: string }[]): string[] {
  const withMain = files.flatMap(({ path }) => {
    const end = path.lastIndexOf('/') + 1;
    return MAIN_FILES.some((name) => name === path.slice(end)) ? [path.slice(0, end)] : [];
  });
  const topmost: string[] = [];
  // Sorted, so that a folder comes after the one that contains it.
  for (const folder of withMain.sort()) {
    const last = topmost.at(-1);
    if (last === undefined || !folder.startsWith(last)) topmost.push(folder);
  }
  return topmost;
}

/** The path of the inner zip, if it is the only file; else null. */
export function findInnerZip(files: readonly MeasuredFile[]): string | null {
  const [only, ...more] = files;
  const isZip = only?.kind?.name === 'a zip' && isNestedArchive(only);
  return isZip && more.length === 0 ? only.path : null;
}

const CONFIG = 'pyvenv.cfg';

/**
 * Finds Python's virtual environments by a file that each of them contains, because their names vary. A folder with an
 * entry point isn't an environment.
 * @param paths the paths of all entries.
 * @returns folders with a trailing slash.
 */
export function findEnvironments(paths: readonly string[]): ReadonlySet<string> {
  const folders = paths
    .filter((path) => path.toLowerCase().endsWith(`/${CONFIG}`))
    .map((path) => path.slice(0, -CONFIG.length));
  if (folders.length === 0) return new Set();
  const all = new Set(paths);
  return new Set(folders.filter((folder) => !MAIN_FILES.some((name) => all.has(`${folder}${name}`))));
}
