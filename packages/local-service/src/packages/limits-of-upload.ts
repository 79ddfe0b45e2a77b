import { stat } from 'node:fs/promises';
import { DEFAULT_LIMITS, type PackageLimits } from '@abilities-bot/ability-zip';

/**
 * Limits for an accepted package. Its size was checked on arrival, against a setting; it may always unpack to its own
 * size, like a stored one.
 */
export async function limitsOfUpload(path: string): Promise<PackageLimits> {
  const { size } = await stat(path);
  const maxUnpackedBytes = Math.max(size, DEFAULT_LIMITS.maxUnpackedBytes);
  return { ...DEFAULT_LIMITS, maxBytes: Number.POSITIVE_INFINITY, maxUnpackedBytes };
}
