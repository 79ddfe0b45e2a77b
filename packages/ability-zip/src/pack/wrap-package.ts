import { checkPath } from '../check/check-path.ts';
import { renameEntries } from './repack.ts';

/**
 * Repacks the included files into one folder. Deterministic.
 * @param source a zip that `inspectPackage` accepted.
 * @param target created with owner-only permissions; an existing file is replaced.
 * @param folder one name, without a slash.
 * @throws PackageProblemError if the folder name is not allowed in a zip, or the source is not the accepted zip.
 */
export async function wrapPackage(source: string, target: string, folder: string): Promise<void> {
  checkPath(`${folder}/`, { maxDepth: 1 });
  await renameEntries(source, target, (path) => `${folder}/${path}`);
}
