import { renameEntries } from './rename-entries.ts';

/**
 * Packs a zip again without what no Ability needs, and with names that all programs read alike. The same input gives the
 * same bytes.
 * @param source a zip that `inspectPackage` accepted.
 * @param target is created for its owner only, and replaced when it is there.
 * @throws PackageProblemError for a source that is not what was accepted.
 */
export async function leaveOut(source: string, target: string): Promise<void> {
  await renameEntries(source, target, (path) => path);
}
