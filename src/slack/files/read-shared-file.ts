import * as z from 'zod';
import type { Outbound } from '../outbound/outbound.ts';
import { explainUnreadableFile } from './explain-unreadable-file.ts';

const Share = z.object({ ts: z.string(), thread_ts: z.string().nullish() });
const Shares = z.record(z.string(), z.array(Share)).default({}).catch({});

const FileInfo = z.object({
  file: z.object({
    id: z.string(),
    name: z.string().nullish(),
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
  /** In bytes; null when Slack does not say. */
  size: number | null;
  isZip: boolean;
  /** By what Slack says; the bytes tell the truth later. */
  isImage: boolean;
  mimetype: string;
  /** Null when it cannot be read. */
  downloadUrl: string | null;
  /** Why it cannot be read, as sentences for people; null when it can be. */
  unreadable: string | null;
  /** The message of a channel in which it stands, and the thread that message can be answered in. */
  messageIn: (channelId: string) => { ts: string; threadTs: string } | null;
}

export const ICON_TYPES = ['image/png', 'image/jpeg'];

/**
 * Asks Slack about a file. An event or a modal carries at most its ID reliably, and files from other workspaces come
 * without any detail.
 * @param called its name where Slack does not tell it, as for files that it hides.
 */
export async function readSharedFile(
  outbound: { readFile: (...of: Parameters<Outbound['readFile']>) => Promise<unknown> },
  id: string,
  called = 'file',
): Promise<FileDetails> {
  const { file } = FileInfo.parse(await outbound.readFile(id));
  const name = file.name ?? called;
  const mimetype = file.mimetype ?? 'application/octet-stream';
  const url = file.url_private_download ?? file.url_private ?? null;
  const unreadable = explainUnreadableFile({ ...standingOf(file), name, hasUrl: url !== null });
  return {
    ...{ id: file.id, name, mimetype, unreadable },
    size: file.size ?? null,
    isZip: file.filetype === 'zip' || isZipName(name),
    isImage: ICON_TYPES.includes(mimetype),
    downloadUrl: unreadable === null ? url : null,
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
