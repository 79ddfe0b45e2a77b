import { readPackageFiles } from '@abilities-bot/ability-zip';
import { limitsOfUpload } from './limits-of-upload.ts';
import type { PackageFiles } from './stream-zip.ts';

/**
 * The files of a stored package by their path below the top-level directory. Held in memory, since a stored package has
 * passed `inspectPackage` and its limits.
 */
export async function flattenPackage(path: string): Promise<PackageFiles> {
  const pieces = new Map<string, Buffer[]>();
  const visit = (name: string, piece: Buffer): void => {
    const before = pieces.get(name);
    // A copy, since a small piece would retain the larger buffer.
    if (before) before.push(Buffer.from(piece));
    else pieces.set(name, [Buffer.from(piece)]);
  };
  const { files, layout } = await readPackageFiles(path, await limitsOfUpload(path), visit);
  const below = (name: string) => (layout === 'single-folder' ? name.slice(name.indexOf('/') + 1) : name);
  return new Map(files.map((file) => [below(file.path), Buffer.concat(pieces.get(file.path) ?? [])]));
}
