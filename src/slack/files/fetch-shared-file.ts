import { formatBytes, PackageProblemError } from '@abilities-bot/ability-zip';
import { type Fetching, FileUnavailableError } from '../../uploads/upload-tools.ts';
import { isPassingSlackError, readSlackError } from '../outbound/read-slack-error.ts';
import type { Workspace } from '../workspace.ts';
import { downloadFile } from './download-file.ts';
import { explainRefusedFile } from './explain-unreadable-file.ts';
import { type FileDetails, readSharedFile } from './read-shared-file.ts';

export type FileParts = Pick<Workspace, 'client' | 'config' | 'outbound'>;

/**
 * What Slack says of a file now. Its own word (`file_deleted`, `file_not_found`, `access_denied`) says more than any of ours.
 * @throws PackageProblemError for a file that cannot be had; FileUnavailableError while Slack is away.
 */
export async function readDetails(file: { id: string; name: string }, { outbound }: FileParts): Promise<FileDetails> {
  try {
    return await readSharedFile(outbound, file.id, file.name);
  } catch (cause) {
    const reason = readSlackError(cause) ?? 'no answer';
    if (isPassingSlackError(cause)) throw new FileUnavailableError(`Slack does not give ${file.name} now (${reason}).`);
    throw new PackageProblemError(explainRefusedFile(file.name, reason), { cause });
  }
}

/**
 * Brings one file of Slack to `path`.
 * @throws PackageProblemError for a file that cannot be had or is too large; FileUnavailableError while Slack is away;
 * SpoolFullError; what the signal was fired with.
 */
export async function fetchSharedFile(
  { downloadUrl, name, size, unreadable }: FileDetails,
  path: string,
  maxBytes: number,
  { folder, onPercent, signal }: Fetching,
  { client, config }: FileParts,
): Promise<void> {
  if (unreadable !== null) throw new PackageProblemError(unreadable);
  if (downloadUrl === null) throw new PackageProblemError(`Slack gives no link to ${name}. Drop it again.`);
  if (size !== null && size > maxBytes) {
    throw new PackageProblemError(`${name} has ${formatBytes(size)}; at most ${formatBytes(maxBytes)} are taken.`);
  }
  folder.reserve(size ?? maxBytes);
  const { apiUrl } = config.slack;
  const { token } = client;
  await downloadFile({ url: downloadUrl, size, maxBytes, token, apiUrl, signal, onPercent }, path);
}
