import { MAIN_FILES } from './find-layout.ts';

const CONFIG = 'pyvenv.cfg';

/**
 * The virtual environments of Python, whatever they are called: each has this file. A folder with an entry point is
 * none.
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
