import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { digestPackage, isPackageProblem } from '@abilities-bot/ability-zip';
import type { AbilityId } from '@abilities-bot/service-api';
import { UnreadableAnswerError } from '../service-client/errors/index.ts';
import type { UploadRun } from './upload-run.ts';

/** A package that the service gave, on this machine. */
export interface GivenPackage {
  path: string;
  /** Digest of its paths and contents; null for a zip that this bot would not take. */
  contentDigest: string | null;
}

/** Fetches the package that the service holds for an Ability; null when it gives none. */
export async function fetchGivenPackage(
  { folder, signal, tools }: UploadRun,
  id: AbilityId,
): Promise<GivenPackage | null> {
  const { limits } = tools.settings;
  const path = join(folder.path, `given-${id}.zip`);
  await rm(path, { force: true });
  folder.reserve(limits.maxBytes * 2);
  try {
    // It is packed by the service: the same files may take a little more.
    if (!(await tools.service.downloadPackage(id, path, limits.maxBytes * 2, { signal }))) return null;
  } catch (error) {
    // Larger than anything that is taken here.
    if (error instanceof UnreadableAnswerError) return null;
    throw error;
  }
  try {
    return { path, contentDigest: await digestPackage(path, { ...limits, maxBytes: limits.maxBytes * 2 }, signal) };
  } catch (error) {
    if (!isPackageProblem(error)) throw error;
    return { path, contentDigest: null };
  }
}

/**
 * Whether what the service holds for an Ability are these files. True when it cannot be told: name, new ID and the
 * other fields have to do then.
 */
export async function holdsFiles(run: UploadRun, id: AbilityId, contentDigest: string | null): Promise<boolean> {
  if (contentDigest === null) return true;
  const given = await fetchGivenPackage(run, id);
  return !given?.contentDigest || given.contentDigest === contentDigest;
}
