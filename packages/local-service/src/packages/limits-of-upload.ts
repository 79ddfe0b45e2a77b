import { stat } from 'node:fs/promises';
import { DEFAULT_LIMITS, type PackageLimits } from '@abilities-bot/ability-zip';

/**
 * What a package that was let in may be. How large the zip is was decided at the door, by a setting; it may always unpack
 * to its own size, as a stored one does.
 */
export async function limitsOfUpload(path: string): Promise<PackageLimits> {
  const { size } = await stat(path);
  const maxUnpackedBytes = Math.max(size, DEFAULT_LIMITS.maxUnpackedBytes);
  return { ...DEFAULT_LIMITS, maxBytes: Number.POSITIVE_INFINITY, maxUnpackedBytes };
}
