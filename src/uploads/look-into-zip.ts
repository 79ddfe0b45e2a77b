import type { UploadContents, UploadRecord } from '../store/upload-record.ts';
import { inspectUpload } from './inspect-upload.ts';
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
    const signal = AbortSignal.timeout(settings.inspectMs);
    return inspectUpload(file.path, zip, { folder, limits: settings.limits, signal });
  });
}
