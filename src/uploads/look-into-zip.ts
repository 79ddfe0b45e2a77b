import { inspectPackage } from '../ability-package/inspect-package.ts';
import type { UploadContents, UploadRecord } from '../store/upload-record.ts';
import { describeContents } from './describe-contents.ts';
import type { UploadTools } from './upload-tools.ts';

/**
 * Fetches a zip, looks into it and lets go of it: for a person who is about to decide.
 * @throws PackageProblemError, FileUnavailableError, SpoolFullError; a TimeoutError when it takes too long.
 */
export function lookIntoZip(
  zip: UploadRecord['zip'],
  { ports, settings, spool }: Pick<UploadTools, 'ports' | 'settings' | 'spool'>,
): Promise<UploadContents> {
  return spool.lend(async (folder) => {
    const fetching = { folder, signal: AbortSignal.timeout(settings.fetchMs), onPercent: () => undefined };
    const { zip: file } = await ports.fetchFiles({ zip, icon: null }, fetching);
    const deadline = AbortSignal.timeout(settings.inspectMs);
    return describeContents(await inspectPackage(file.path, settings.limits, deadline), zip);
  });
}
