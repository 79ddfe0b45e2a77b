import { join } from 'node:path';
import { formatBytes } from '../../ability-package/format-bytes.ts';
import { PackageProblemError } from '../../ability-package/package-problem-error.ts';
import type { AbilityUpload } from '../../service-client/service-client.ts';
import type { SharedFile } from '../button-value.ts';
import { downloadFile } from '../files/download-file.ts';
import { type FileDetails, readSharedFile } from '../files/read-shared-file.ts';
import { readSlackError } from '../outbound/read-slack-error.ts';
import type { Parts } from '../parts.ts';

const TIMEOUT_MS = 120_000;
const ICON_TYPES = ['image/png', 'image/jpeg'];

/**
 * Brings the zip, and the icon if there is one, from Slack into `folder`. What an event or a form said about a file is
 * asked again here: it may have been changed or deleted since.
 * @throws PackageProblemError for a file that cannot be had or is not taken.
 */
export async function fetchUploadFiles(
  zip: SharedFile,
  icon: SharedFile | null,
  folder: string,
  onPercent: (percent: number) => void,
  parts: Parts,
): Promise<Pick<AbilityUpload, 'zip' | 'image'>> {
  const { maxBytes, maxIconBytes } = parts.config.uploads;
  const image = icon ? await fetchIcon(icon, join(folder, 'icon'), maxIconBytes, parts) : null;
  const details = await readDetails(zip, parts);
  if (!details.isZip) throw new PackageProblemError(`${details.name} is not a zip.`);
  const path = join(folder, 'package.zip');
  await fetchOne(details, path, maxBytes, onPercent, parts);
  return { zip: { path, fileName: details.name }, ...(image ? { image } : {}) };
}

async function fetchIcon(icon: SharedFile, path: string, maxBytes: number, parts: Parts) {
  const details = await readDetails(icon, parts);
  if (!ICON_TYPES.includes(details.mimetype))
    throw new PackageProblemError('The icon is neither a PNG nor a JPEG image.');
  await fetchOne(details, path, maxBytes, () => undefined, parts);
  return { path, fileName: details.name, contentType: details.mimetype };
}

async function fetchOne(
  { downloadUrl, name, size }: FileDetails,
  path: string,
  maxBytes: number,
  onPercent: (percent: number) => void,
  { config }: Parts,
): Promise<void> {
  if (!downloadUrl)
    throw new PackageProblemError(`Slack does not hold ${name} itself any more, so it cannot be read. Drop it again.`);
  if (size !== null && size > maxBytes) {
    throw new PackageProblemError(`${name} has ${formatBytes(size)}; at most ${formatBytes(maxBytes)} are taken.`);
  }
  const { apiUrl, botToken: token } = config.slack;
  await downloadFile({ url: downloadUrl, size, maxBytes, token, apiUrl, timeoutMs: TIMEOUT_MS, onPercent }, path);
}

/** Slack's own word (`file_deleted`, `file_not_found`, `access_denied`) says more than any of ours. */
async function readDetails(file: SharedFile, { client }: Parts): Promise<FileDetails> {
  try {
    return await readSharedFile(client, file.id);
  } catch (cause) {
    const reason = readSlackError(cause) ?? 'no answer';
    throw new PackageProblemError(`Slack does not give ${file.name} (${reason}). If it was deleted, drop it again.`, {
      cause,
    });
  }
}
