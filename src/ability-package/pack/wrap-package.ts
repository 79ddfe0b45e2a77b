import { checkPath } from '../check/check-path.ts';
import { renameEntries } from './rename-entries.ts';

/**
 * Packs a zip anew with all of it that is sent in one folder. The same input gives the same bytes.
 * @param source a zip that `inspectPackage` accepted.
 * @param target is created for its owner only, and replaced when it is there.
 * @param folder one name, without a slash.
 * @throws PackageProblemError for a folder name that no zip may hold, or a source that is not what was accepted.
 */
export async function wrapPackage(source: string, target: string, folder: string): Promise<void> {
  checkPath(`${folder}/`, { maxDepth: 1 });
  await renameEntries(source, target, (path) => `${folder}/${path}`);
}
