import type { PackageLayout } from '../package-report.ts';
import type { MeasuredFile } from '../read/measure-entries.ts';
import { isNestedArchive } from './tell-warned-files.ts';

export interface Layout {
  kind: PackageLayout;
  /** The folders at the root, sorted. */
  folders: string[];
  /** The single top folder with its trailing slash; empty if there is none. */
  root: string;
}

/** @param paths of all entries; folders end with a slash. */
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

/** Entry points that the service runs. A daemon may have no `main.py`. */
export const MAIN_FILES = ['main.py', 'background.py'] as const;

/** The subfolder that contains everything including `main.py`, as in a repository download. */
export function findNestedRoot(files: readonly { path: string }[], { kind, root }: Layout): string | null {
  if (kind !== 'single-folder') return null;
  const paths = new Set(files.map(({ path }) => path));
  const [first = ''] = paths;
  const folders = first.split('/').slice(0, -1);
  const isCommon = (depth: number) =>
    files.every(({ path }) => path.startsWith(`${folders.slice(0, depth).join('/')}/`));
  let depth = 1;
  while (depth < folders.length && isCommon(depth + 1)) depth += 1;
  const nested = `${folders.slice(0, depth).join('/')}/`;
  return nested !== root && MAIN_FILES.some((name) => paths.has(`${nested}${name}`)) ? nested : null;
}

/** The inner zip, if it is the only file. */
export function findInnerZip(files: readonly MeasuredFile[]): string | null {
  const [only, ...more] = files;
  const isZip = only?.kind?.name === 'a zip' && isNestedArchive(only);
  return isZip && more.length === 0 ? only.path : null;
}
