import { MAIN_FILES } from './find-layout.ts';

const CONFIG = 'pyvenv.cfg';

/**
 * Python's virtual environments, recognized by a file that each contains, because their names vary. A folder with an
 * entry point is not one.
 * @param paths of all entries.
 * @returns folders with trailing slash.
 */
export function findEnvironments(paths: readonly string[]): ReadonlySet<string> {
  const folders = paths
    .filter((path) => path.toLowerCase().endsWith(`/${CONFIG}`))
    .map((path) => path.slice(0, -CONFIG.length));
  if (folders.length === 0) return new Set();
  const all = new Set(paths);
  return new Set(folders.filter((folder) => !MAIN_FILES.some((name) => all.has(`${folder}${name}`))));
}
