import { PackageProblemError } from '../package-problem-error.ts';
import { renameEntries } from './repack.ts';

/**
 * Repacks a zip with a single folder, moving its files to the root. Deterministic.
 * @param source a zip that `inspectPackage` accepted.
 * @param target created with owner-only permissions; an existing file is replaced.
 * @throws PackageProblemError if there is no single top folder, or the source is not the accepted zip.
 */
export async function unwrapPackage(source: string, target: string): Promise<void> {
  await renameEntries(source, target, (path, { kind, root }) => {
    if (kind !== 'single-folder') {
      throw new PackageProblemError('The zip does not contain exactly one folder. Zip the folder again.');
    }
    return path.slice(root.length);
  });
}
