import type { webApi } from '@slack/bolt';
import { z } from 'zod';

const Share = z.object({ ts: z.string(), thread_ts: z.string().optional() });
const Shares = z.record(z.string(), z.array(Share)).default({});

const FileInfo = z.object({
  file: z.object({
    id: z.string(),
    name: z.string().nullish(),
    size: z.number().nullish(),
    filetype: z.string().nullish(),
    mimetype: z.string().nullish(),
    mode: z.string().nullish(),
    is_external: z.boolean().nullish(),
    url_private: z.string().nullish(),
    url_private_download: z.string().nullish(),
    shares: z.object({ public: Shares, private: Shares }).default({ public: {}, private: {} }),
  }),
});

export interface FileDetails {
  id: string;
  name: string;
  /** In bytes; null when Slack does not say. */
  size: number | null;
  isZip: boolean;
  mimetype: string;
  /** Null for a file that Slack does not keep itself (Google Drive and the like) or has deleted. */
  downloadUrl: string | null;
  /** The thread in which it was shared in a channel, or the message that a thread can start from. */
  threadIn: (channelId: string) => string | null;
}

/**
 * Asks Slack about a file. An event or a modal carries at most its ID reliably, and files from other workspaces come
 * without any detail.
 */
export async function readSharedFile(client: webApi.WebClient, id: string): Promise<FileDetails> {
  const { file } = FileInfo.parse(await client.files.info({ file: id }));
  const name = file.name ?? 'file';
  const hosted = file.is_external !== true && file.mode !== 'external' && file.mode !== 'tombstone';
  return {
    id: file.id,
    name,
    size: file.size ?? null,
    isZip: file.filetype === 'zip' || name.toLowerCase().endsWith('.zip'),
    mimetype: file.mimetype ?? 'application/octet-stream',
    downloadUrl: hosted ? (file.url_private_download ?? file.url_private ?? null) : null,
    threadIn: (channelId) => {
      const share = [...(file.shares.public[channelId] ?? []), ...(file.shares.private[channelId] ?? [])].at(-1);
      return share?.thread_ts ?? share?.ts ?? null;
    },
  };
}
