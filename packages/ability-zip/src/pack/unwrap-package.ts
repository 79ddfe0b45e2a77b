import { PackageProblemError } from '../package-problem-error.ts';
import { renameEntries } from './rename-entries.ts';

/**
 * Packs a zip with a single folder anew with the files of that folder at the root. The same input gives the same bytes.
 * @param source a zip that `inspectPackage` accepted.
 * @param target is created for its owner only, and replaced when it is there.
 * @throws PackageProblemError for a zip without a single top folder, or a source that is not what was accepted.
 */
export async function unwrapPackage(source: string, target: string): Promise<void> {
  await renameEntries(source, target, (path, { kind, root }) => {
    if (kind !== 'single-folder') {
      throw new PackageProblemError(
        'The zip does not hold one single folder. Pack your folder anew and send the new zip.',
      );
    }
    return path.slice(root.length);
  });
}
