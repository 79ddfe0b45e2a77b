import * as z from 'zod';
import type { JsonObject } from '../json.ts';
import type { Channel } from '../state/conversations.ts';
import type { Team } from '../state/team.ts';
import { kindOf, modeOf } from './file-kinds.ts';

/** A file without its content. */
export const storedFile = z.object({
  id: z.string().regex(/^F[0-9A-F]{9}$/),
  name: z.string(),
  title: z.string(),
  mimetype: z.string(),
  /** In bytes. */
  size: z.int(),
  userId: z.string(),
  /** In seconds since 1970. */
  created: z.int(),
  /** From a file input of a modal: the app may read it without being in a channel. */
  handedOver: z.boolean(),
  /** Shared by another organization: messages and events contain little more than its ID. */
  slackConnect: z.boolean().default(false),
  /** The message that shares it. */
  share: z.object({ channelId: z.string(), ts: z.string(), threadTs: z.string().nullable() }).nullable(),
});
export type StoredFile = Readonly<z.infer<typeof storedFile>>;

/** A file of another organization in messages and events; details require files.info. */
export function toUncheckedPayload({ id }: StoredFile): JsonObject {
  return { id, mode: 'file_access', file_access: 'check_file_info', created: 0, timestamp: 0, user: '' };
}

/** A file in the format of answers and payloads; `origin` is the base of its links, `channel` where it is shared. */
export function toFilePayload(
  file: StoredFile,
  { team, origin, channel }: { team: Team; origin: string; channel: Channel | undefined },
): JsonObject {
  const { id, name, title, mimetype, size, userId, created, share } = file;
  const link = `${origin}/files-pri/${id}/${encodeURIComponent(name)}`;
  const mode = modeOf(file);
  const isDirect = channel?.kind === 'direct-message';
  const isPublic = channel !== undefined && !channel.isPrivate;
  const placeIn = (fits: boolean) => (channel && fits ? [channel.id] : []);
  const shared = share &&
    channel && {
      [channel.id]: [
        {
          ts: share.ts,
          channel_name: channel.publicName,
          team_id: team.id,
          share_user_id: userId,
          source: 'UPLOAD',
          ...(share.threadTs !== null && { thread_ts: share.threadTs }),
        },
      ],
    };
  return {
    id,
    name,
    title,
    mimetype,
    size,
    created,
    timestamp: created,
    user: userId,
    user_team: team.id,
    filetype: kindOf(name).filetype,
    mode,
    editable: mode === 'snippet',
    file_access: 'visible',
    is_external: false,
    external_type: '',
    public_url_shared: false,
    display_as_bot: false,
    is_public: isPublic,
    url_private: link,
    url_private_download: `${link}?download=1`,
    permalink: `${origin}/files/${id}`,
    channels: placeIn(isPublic),
    groups: placeIn(!isPublic && !isDirect),
    ims: placeIn(isDirect),
    shares: shared ? { [isPublic ? 'public' : 'private']: shared } : {},
  };
}
