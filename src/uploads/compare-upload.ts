import { PackageProblemError } from '@abilities-bot/ability-zip';
import { withDeadline } from '../base/timeout.ts';
import type { CodeComparison } from '../core/features/versions/account-versions.ts';
import type { UploadRecord } from '../store/upload-record.ts';
import { tolerate } from './compare-code.ts';
import { comparePackages } from './compare-packages.ts';
import { fetchGivenPackage, prepareCode } from './packages.ts';
import type { UploadTools } from './ports.ts';
import { hashFile } from './steps/fetch.ts';

/**
 * All changes that an upload would make; its question contains only the first ones. Fetches both packages again. Null
 * if the current code can't be read.
 * @throws PackageProblemError, FileUnavailableError, SpoolFullError, TimeoutError.
 */
export async function compareUpload(
  record: UploadRecord,
  tools: Pick<UploadTools, 'clock' | 'ports' | 'service' | 'settings' | 'spool'>,
): Promise<CodeComparison | null> {
  const { clock, ports, settings, spool } = tools;
  const { contents, question, zip } = record;
  if (question?.kind !== 'name-taken') return null;
  const { abilityId } = question.by;
  return spool.lend(async (folder) => {
    const { fetchMs, inspectMs, limits } = settings;
    const fetch = (signal: AbortSignal) =>
      ports.fetchFiles({ zip, icon: null }, { folder, signal, onPercent: () => undefined });
    const { zip: file } = await withDeadline(clock, fetchMs, fetch);
    if (contents?.sha256 !== (await hashFile(file.path))) {
      throw new PackageProblemError(`${zip.name} has changed since it was inspected. Upload it again.`);
    }
    return withDeadline(clock, inspectMs, async (signal) => {
      const current = await tolerate(() => fetchGivenPackage({ folder, signal, tools }, abilityId));
      if (!current?.contentDigest) return null;
      const path = await prepareCode({ folder, record, signal, tools }, file.path);
      const options = { limits, signal, withinMs: inspectMs };
      return { with: 'running', ...(await comparePackages(current.path, path, options)) };
    });
  });
}
