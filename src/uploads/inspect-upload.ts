import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackageLimits, PackageReport } from '@abilities-bot/ability-zip';
import { inspectPackage, isPackageProblem, liftZip } from '@abilities-bot/ability-zip';
import type { UploadContents, UploadRecord } from '../store/upload-record.ts';
import { describeContents } from './describe-contents.ts';
import type { SpoolFolder } from './spool.ts';

/**
 * Inspects the zip of an upload, and the zip in it when it holds nothing else.
 * @param folder for the zip in the zip, which is removed again.
 * @throws PackageProblemError, SpoolFullError; the signal's reason.
 */
export async function inspectUpload(
  path: string,
  zip: Pick<UploadRecord['zip'], 'parts'>,
  { folder, limits, signal }: { folder: SpoolFolder; limits: PackageLimits; signal: AbortSignal },
): Promise<UploadContents> {
  const report = await inspectPackage(path, limits, signal);
  if (report.lift?.kind !== 'zip') return describeContents(report, zip);
  const target = join(folder.path, 'inner.zip');
  try {
    return describeContents(report, zip, await inspectInner(path, target, report, { folder, limits, signal }));
  } finally {
    await rm(target, { force: true });
  }
}

/** Null for an inner zip that could not be uploaded. Only one level is inspected. */
async function inspectInner(
  path: string,
  target: string,
  { files, lift }: PackageReport,
  { folder, limits, signal }: { folder: SpoolFolder; limits: PackageLimits; signal: AbortSignal },
): Promise<PackageReport | null> {
  const bytes = files[0]?.bytes ?? 0;
  if (!lift || bytes > limits.maxBytes) return null;
  folder.reserve(bytes);
  try {
    await liftZip(path, target, lift.from, limits, signal);
    const inner = await inspectPackage(target, limits, signal);
    const isAbility = inner.layout !== 'mixed' && inner.lift === null;
    return isAbility && !inner.warnings.some(({ kind }) => kind === 'no-main') ? inner : null;
  } catch (error) {
    if (!isPackageProblem(error)) throw error;
    return null;
  }
}
