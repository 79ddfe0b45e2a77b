import type { PackageLayout } from '../package-report.ts';

export interface Layout {
  kind: PackageLayout;
  /** The folders at the root, sorted. */
  folders: string[];
  /** The single top folder with its slash; empty when there is no such folder. */
  root: string;
}

/** @param paths of all entries; folders end in a slash. */
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
