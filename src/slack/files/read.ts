import { formatBytes, PackageProblemError } from '@abilities-bot/ability-zip';
import * as z from 'zod';
import { type Fetching, FileUnavailableError } from '../../uploads/ports.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { isPassingSlackError, readSlackError } from '../outbound/slack-errors.ts';
import type { Workspace } from '../workspace.ts';
import { downloadFile } from './download.ts';
import { FileName, NAMELESS_FILE, startWithName } from './file-name.ts';

/** Names of external file hosts, by Slack's `external_type`. */
const KEEPERS: Readonly<Record<string, string>> = {
  gdrive: 'Google Drive',
  dropbox: 'Dropbox',
  box: 'Box',
  onedrive: 'OneDrive',
  sharepoint: 'SharePoint',
};

/** For files that only members of their channel may see. The bot's name must match the manifest. */
const NOT_SEEN =
  "Either it was deleted, or I'm not in its channel. Invite me to that channel with /invite @abilities, or drop the file in a channel I'm in.";

/** The fields of a file that determine whether the bot can read it. */
interface FileStanding {
  name: string;
  mode: string | null;
  isExternal: boolean;
  externalType: string | null;
  /** Only for files of other workspaces. */
  access: string | null;
  hasUrl: boolean;
}

/** Explains to people why a file can't be read; null if it can be. */
function explainUnreadableFile(file: FileStanding): string | null {
  const { access, externalType, hasUrl, isExternal, mode, name } = file;
  if (mode === 'tombstone') return `${startWithName(name)} was deleted. Upload it again.`;
  if (isExternal || mode === 'external') {
    const keeper = KEEPERS[externalType ?? ''];
    const where = keeper ? `stored in ${keeper}, not in Slack` : 'not stored in Slack';
    return `${startWithName(name)} is ${where}, so I can't read it. Download it and upload the file itself.`;
  }
  if (mode === 'hidden_by_limit')
    return `Slack hides ${name} because of this workspace's plan limits. Upload it again.`;
  if (access === 'access_denied' || access === 'file_not_found') return explainRefusedFile(name, access);
  return hasUrl ? null : `Slack no longer stores ${name}. Upload it again.`;
}

/** Explains to people why Slack doesn't return a file's details. Includes Slack's error code for the operator. */
function explainRefusedFile(name: string, reason: string): string {
  const what = `Slack didn't return ${name} (${reason}).`;
  if (reason === 'file_deleted') return `${what} It was deleted. Upload it again.`;
  return /^(file_not_found|access_|not_in_|not_visible|channel_not_found|no_permission)/.test(reason)
    ? `${what} ${NOT_SEEN}`
    : `${what} If it was deleted, upload it again.`;
}

const Share = z.object({ ts: z.string(), thread_ts: z.string().nullish() });
const Shares = z.record(z.string(), z.array(Share)).default({}).catch({});

const FileInfo = z.object({
  file: z.object({
    id: z.string(),
    name: FileName,
    user: z.string().nullish(),
    size: z.number().nullish(),
    filetype: z.string().nullish(),
    mimetype: z.string().nullish(),
    mode: z.string().nullish(),
    is_external: z.boolean().nullish(),
    external_type: z.string().nullish(),
    file_access: z.string().nullish(),
    url_private: z.string().nullish(),
    url_private_download: z.string().nullish(),
    shares: z
      .object({ public: Shares, private: Shares })
      .default({ public: {}, private: {} })
      .catch({ public: {}, private: {} }),
  }),
});
type FileInfo = z.infer<typeof FileInfo>['file'];

export interface FileDetails {
  id: string;
  name: string;
  /** In bytes; null if unknown. */
  size: number | null;
  isZip: boolean;
  /** True according to Slack; the bytes are checked later. */
  isImage: boolean;
  mimetype: string;
  downloadUrl: string | null;
  /** True if the person may select it in a form, because it is theirs or in a public channel. */
  mayBeChosenBy: (userId: string) => boolean;
  /** Why it can't be read, in sentences for people; null if it can be. */
  unreadable: string | null;
  /** The latest message that shares it in a channel, and the thread for a reply. */
  messageIn: (channelId: string) => { ts: string; threadTs: string } | null;
}

export const ICON_TYPES = ['image/png', 'image/jpeg'];

/**
 * Reads a file's details from Slack. Events and modals reliably contain only its ID, and files from other workspaces
 * come without details.
 * @param called the name to use if Slack returns none, as for hidden files.
 * @throws Slack's errors; NotSentError
 */
export async function readSharedFile(
  outbound: { readFile: (...of: Parameters<Outbound['readFile']>) => Promise<unknown> },
  id: string,
  called = NAMELESS_FILE,
): Promise<FileDetails> {
  const { file } = FileInfo.parse(await outbound.readFile(id));
  const name = file.name ?? called;
  const mimetype = file.mimetype ?? 'application/octet-stream';
  const url = file.url_private_download ?? file.url_private ?? null;
  const unreadable = explainUnreadableFile({ ...standingOf(file), name, hasUrl: url !== null });
  return {
    id: file.id,
    name,
    mimetype,
    unreadable,
    size: file.size ?? null,
    isZip: file.filetype === 'zip' || isZipName(name),
    isImage: ICON_TYPES.includes(mimetype),
    downloadUrl: unreadable === null ? url : null,
    mayBeChosenBy: (userId) => file.user === userId || Object.keys(file.shares.public).length > 0,
    messageIn: (channelId) => messageIn(file, channelId),
  };
}

export const isZipName = (name: string): boolean => name.toLowerCase().endsWith('.zip');

const standingOf = ({ external_type, file_access, is_external, mode }: FileInfo) => ({
  mode: mode ?? null,
  isExternal: is_external === true,
  externalType: external_type ?? null,
  access: file_access ?? null,
});

function messageIn({ shares }: FileInfo, channelId: string): { ts: string; threadTs: string } | null {
  const share = [...(shares.public[channelId] ?? []), ...(shares.private[channelId] ?? [])].at(-1);
  return share ? { ts: share.ts, threadTs: share.thread_ts ?? share.ts } : null;
}

export type FileParts = Pick<Workspace, 'client' | 'config' | 'outbound'>;

/**
 * Reads a file's current details.
 * @throws PackageProblemError if the file is permanently unavailable; FileUnavailableError if Slack is down.
 */
export async function readDetails(file: { id: string; name: string }, { outbound }: FileParts): Promise<FileDetails> {
  try {
    return await readSharedFile(outbound, file.id, file.name);
  } catch (cause) {
    const reason = readSlackError(cause) ?? 'no answer';
    if (isPassingSlackError(cause)) throw new FileUnavailableError(`Slack didn't return ${file.name} (${reason}).`);
    throw new PackageProblemError(explainRefusedFile(file.name, reason), { cause });
  }
}

/**
 * Downloads a file from Slack to `path`.
 * @throws PackageProblemError if the file is permanently unavailable or too large; FileUnavailableError if Slack is
 * down; SpoolFullError; the signal's reason.
 */
export async function fetchSharedFile(
  { downloadUrl, name, size, unreadable }: FileDetails,
  path: string,
  maxBytes: number,
  { folder, onPercent, signal }: Fetching,
  { client, config }: FileParts,
): Promise<void> {
  if (unreadable !== null) throw new PackageProblemError(unreadable);
  if (downloadUrl === null) throw new PackageProblemError(`Slack sent no link to ${name}. Upload it again.`);
  if (size !== null && size > maxBytes) {
    throw new PackageProblemError(
      `${startWithName(name)} is ${formatBytes(size)}, and the limit is ${formatBytes(maxBytes)}. Upload a smaller one.`,
    );
  }
  folder.reserve(size ?? maxBytes);
  const { apiUrl } = config.slack;
  const { token } = client;
  await downloadFile({ url: downloadUrl, size, maxBytes, token, apiUrl, signal, onPercent }, path);
}
