import { z } from 'zod';
import type { Channel } from './conversations.ts';
import type { JsonObject } from './json.ts';
import { teamId } from './workspace-seed.ts';

/** What is known about a file, beside its content. */
export const storedFile = z.object({
  id: z.string().regex(/^F[0-9A-F]{9}$/),
  name: z.string(),
  title: z.string(),
  mimetype: z.string(),
  /** In bytes. */
  size: z.int(),
  userId: z.string(),
  /** In seconds. */
  created: z.int(),
  /** Put into a file input of a modal: the app may read it without any channel. */
  handedOver: z.boolean(),
  /** The message in which it stands. */
  share: z.object({ channelId: z.string(), ts: z.string(), threadTs: z.string().nullable() }).nullable(),
});
export type StoredFile = Readonly<z.infer<typeof storedFile>>;

const mimetypes: Readonly<Record<string, string>> = {
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  md: 'text/markdown',
  png: 'image/png',
  txt: 'text/plain',
  zip: 'application/zip',
};

/** What Slack takes a file for by the ending of its name. */
export function guessMimetype(name: string): string {
  return mimetypes[endingOf(name)] ?? 'application/octet-stream';
}

/** A file as Slack puts it into answers and payloads; `origin` is where its links lead, `channel` where it is shared. */
export function toFilePayload(file: StoredFile, origin: string, channel: Channel | undefined): JsonObject {
  const { id, name, title, mimetype, size, userId, created, share } = file;
  const link = `${origin}/files-pri/${id}/${encodeURIComponent(name)}`;
  const inChannel = channel?.kind === 'channel';
  const shared = share &&
    channel && {
      [channel.id]: [
        {
          ...{ ts: share.ts, channel_name: channel.name, team_id: teamId, share_user_id: userId, source: 'UPLOAD' },
          ...(share.threadTs !== null && { thread_ts: share.threadTs }),
        },
      ],
    };
  return {
    ...{ id, name, title, mimetype, size, created, timestamp: created, user: userId, user_team: teamId },
    filetype: endingOf(name) || 'auto',
    mode: 'hosted',
    ...{ editable: false, is_external: false, external_type: '', public_url_shared: false, display_as_bot: false },
    is_public: inChannel,
    url_private: link,
    url_private_download: `${link}?download=1`,
    permalink: `${origin}/files/${id}`,
    channels: inChannel ? [channel.id] : [],
    groups: [],
    ims: channel && !inChannel ? [channel.id] : [],
    shares: shared ? { [inChannel ? 'public' : 'private']: shared } : {},
  };
}

function endingOf(name: string): string {
  return /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}
