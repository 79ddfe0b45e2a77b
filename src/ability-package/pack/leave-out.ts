import { findLeftOut } from '../check/tell-warned-files.ts';
import { renameEntries } from './rename-entries.ts';

/**
 * Packs a zip anew without what no Ability needs. The same input gives the same bytes.
 * @param source a zip that `inspectPackage` accepted.
 * @param target is created for its owner only, and replaced when it is there.
 * @throws PackageProblemError for a source that is not what was accepted.
 */
export async function leaveOut(source: string, target: string): Promise<void> {
  await renameEntries(source, target, (path) => (findLeftOut(path) === undefined ? path : ''));
}
