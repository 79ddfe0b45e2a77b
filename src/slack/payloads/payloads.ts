import type { types } from '@slack/bolt';
import * as z from 'zod';
import type { Requester } from '../../core/access.ts';
import { FileName } from '../files/file-name.ts';
import type { Origin } from '../modal-metadata.ts';
import { findAccess, type Identity } from '../people/find-access.ts';
import type { Workspace } from '../workspace.ts';

const UserId = z.string().regex(/^[UW][A-Z0-9]+$/);
const ChannelId = z.string().regex(/^[CDG][A-Z0-9]+$/);

/** Null for the placeholders that Slack sends for private channels and direct messages. */
const ChannelName = z
  .string()
  .max(80)
  .transform((name) => (name === 'privategroup' || name === 'directmessage' ? null : name))
  .nullish()
  .catch(null);

const Channel = z.object({ id: ChannelId, name: ChannelName });

const MessageFile = z.object({ id: z.string().regex(/^F[A-Z0-9]+$/), name: FileName });

export const CommandPayload = z.object({
  user_id: UserId,
  channel_id: ChannelId,
  channel_name: ChannelName,
  text: z.string().default(''),
  response_url: z.url(),
  trigger_id: z.string(),
});

export const View = z.object({
  id: z.string(),
  type: z.string().default('modal'),
  hash: z.string(),
  callback_id: z.string().default(''),
  private_metadata: z.string().default(''),
  state: z.object({ values: z.record(z.string(), z.record(z.string(), z.unknown())) }).default({ values: {} }),
});
export type View = z.infer<typeof View>;

/** The acting person. In a shared channel, this may be someone from another organization. */
const Sender = z.object({ id: UserId, team_id: z.string().nullish() });
type Sender = z.infer<typeof Sender>;

const AnyBlock = z.looseObject({ block_id: z.string().optional() });

/** A block that the bot sent earlier. It isn't validated, because the bot only sends it back. */
const SentBlock = z.custom<types.KnownBlock>((block) => AnyBlock.safeParse(block).success);

/** Includes the blocks that the view showed when it was clicked or changed. */
const ShownView = View.extend({ blocks: z.array(SentBlock).default([]) });
export type ShownView = z.infer<typeof ShownView>;

/** A click or selection in a message, a modal or the Home tab. */
export const ActionPayload = z.object({
  user: Sender,
  trigger_id: z.string(),
  response_url: z.url().optional(),
  channel: Channel.optional(),
  container: z
    .object({
      message_ts: z.string().optional(),
      thread_ts: z.string().optional(),
      is_ephemeral: z.boolean().optional(),
    })
    .default({}),
  /** Only for a message that everyone can see. */
  message: z.object({ text: z.string().default(''), blocks: z.array(SentBlock).default([]) }).optional(),
  view: ShownView.optional(),
  actions: z
    .array(
      z.object({
        action_id: z.string(),
        block_id: z.string().optional(),
        type: z.string(),
        value: z.string().optional(),
        /** The selected option of a menu. */
        selected_option: z.object({ value: z.string().optional() }).nullish(),
      }),
    )
    .min(1),
});
export type ActionPayload = z.infer<typeof ActionPayload>;

export const SubmissionPayload = z.object({ user: Sender, view: ShownView });
export type SubmissionPayload = z.infer<typeof SubmissionPayload>;

export const SuggestionPayload = z.object({
  user: Sender,
  value: z.string().default(''),
  /** The form that contains the field. */
  view: z.object({ private_metadata: z.string().default('') }).optional(),
});

export const ShortcutPayload = z.discriminatedUnion('type', [
  z.object({ type: z.literal('shortcut'), callback_id: z.string(), user: Sender, trigger_id: z.string() }),
  z.object({
    type: z.literal('message_action'),
    callback_id: z.string(),
    user: Sender,
    trigger_id: z.string(),
    response_url: z.url().optional(),
    channel: Channel,
    message: z
      .object({
        ts: z.string(),
        thread_ts: z.string().optional(),
        files: z.array(MessageFile).default([]),
        // A forwarded message is an attachment, which contains its files.
        attachments: z
          .array(z.object({ files: z.array(MessageFile).default([]).catch([]) }))
          .default([])
          .catch([]),
      })
      .transform(({ attachments, files, ...message }) => {
        const all = [...files, ...attachments.flatMap((attachment) => attachment.files)];
        return { ...message, files: [...new Map(all.map((file) => [file.id, file])).values()] };
      }),
  }),
]);
export type ShortcutPayload = z.infer<typeof ShortcutPayload>;
export type MessageShortcutPayload = Extract<ShortcutPayload, { type: 'message_action' }>;

/** True if the channel of an event includes other organizations. */
const isExtShared = z.boolean().nullish();

/** A mention or a direct message. */
export const MentionEvent = z.object({
  event_id: z.string(),
  is_ext_shared_channel: isExtShared,
  event: z.object({
    /** Absent if the message was posted by an app. */
    user: UserId.optional(),
    user_team: z.string().nullish(),
    source_team: z.string().nullish(),
    user_profile: z.object({ team: z.string().nullish() }).nullish(),
    team: z.string().nullish(),
    text: z.string().default(''),
    channel: ChannelId,
    /** Identifies the message in its channel, even after edits. */
    ts: z.string().optional(),
    /** The type of the message's channel: `im` for a direct message. */
    channel_type: z.string().nullish(),
    thread_ts: z.string().optional(),
    bot_id: z.string().nullish(),
    subtype: z.string().nullish(),
    edited: z.unknown().optional(),
    files: z.array(MessageFile).default([]).catch([]),
  }),
});
export type MentionEvent = z.infer<typeof MentionEvent>;

export const FileSharedEvent = z.object({
  event_id: z.string(),
  event: z.object({
    type: z.literal('file_shared'),
    file_id: z.string().regex(/^F[A-Z0-9]+$/),
    channel_id: ChannelId,
    user_id: UserId,
  }),
});
export type FileSharedEvent = z.infer<typeof FileSharedEvent>;

export const HomeOpenedEvent = z.object({
  is_ext_shared_channel: isExtShared,
  event: z.object({ user: UserId, tab: z.string().default('home') }),
});

/**
 * True if the payload shows that a person is from another workspace, and clicked a button in a Slack Connect channel.
 * Slash commands never come from there. In an organization, people may belong to several workspaces, so the bot asks
 * Slack instead.
 */
const isStranger = ({ team_id: theirs }: Sender, { tenant }: Pick<Workspace, 'tenant'>): boolean =>
  tenant.enterpriseId === null && theirs !== undefined && theirs !== null && theirs !== tenant.teamId;

/**
 * True if a message is by a person from another workspace. Slack omits the workspace for some messages, such as those
 * with files; in a shared channel, their authors count as outsiders.
 */
export function isByStranger(
  { event, is_ext_shared_channel: isShared }: MentionEvent,
  { tenant }: Pick<Workspace, 'tenant'>,
): boolean {
  if (tenant.enterpriseId !== null) return false;
  const team = event.user_team ?? event.source_team ?? event.user_profile?.team ?? event.team;
  return team ? team !== tenant.teamId : isShared === true;
}

/** Looks up a person's rights, and creates the request's ref. */
export const identify = async (identity: Identity, workspace: Workspace): Promise<Requester> => ({
  userId: identity.userId,
  channelName: identity.channelName ?? null,
  channelId: identity.channelId,
  at: workspace.context.now(),
  ref: workspace.newRef(),
  access: await findAccess(identity, workspace),
});

/** The sender of a payload. For a form, the channel is the one where it was opened. */
export const identityOf = (
  sender: Sender,
  { channelId }: Pick<Origin, 'channelId'>,
  workspace: Pick<Workspace, 'tenant'>,
  channelName: string | null = null,
): Identity => ({
  userId: sender.id,
  isStranger: isStranger(sender, workspace),
  channelId,
  channelName,
});
