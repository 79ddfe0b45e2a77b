import { z } from 'zod';

/** The parts of Slack's payloads that the bot reads, checked at the door. Everything else is left unread. */
const UserId = z.string().regex(/^[UW][A-Z0-9]+$/);
const ChannelId = z.string().regex(/^[CDG][A-Z0-9]+$/);

export const CommandPayload = z.object({
  user_id: UserId,
  channel_id: ChannelId,
  text: z.string().default(''),
  response_url: z.url(),
  trigger_id: z.string(),
});

const View = z.object({
  id: z.string(),
  type: z.string().default('modal'),
  hash: z.string(),
  callback_id: z.string().default(''),
  private_metadata: z.string().default(''),
  state: z.object({ values: z.record(z.string(), z.record(z.string(), z.unknown())) }).default({ values: {} }),
});
export type View = z.infer<typeof View>;

/** Who does something. In a shared channel that may be somebody from another organisation. */
const Actor = z.object({ id: UserId, team_id: z.string().nullish() });
export type Actor = z.infer<typeof Actor>;

/** A click or a choice, in a message or in a modal. */
export const ActionPayload = z.object({
  user: Actor,
  trigger_id: z.string(),
  response_url: z.url().optional(),
  channel: z.object({ id: ChannelId }).optional(),
  container: z
    .object({
      message_ts: z.string().optional(),
      thread_ts: z.string().optional(),
      is_ephemeral: z.boolean().optional(),
    })
    .default({}),
  view: View.optional(),
  actions: z.array(z.object({ action_id: z.string(), type: z.string(), value: z.string().optional() })).min(1),
});
export type ActionPayload = z.infer<typeof ActionPayload>;

export const SubmissionPayload = z.object({ user: Actor, view: View });
export type SubmissionPayload = z.infer<typeof SubmissionPayload>;

export const SuggestionPayload = z.object({ user: Actor, value: z.string().default('') });

export const FileSharedEvent = z.object({
  event_id: z.string(),
  event: z.object({
    file_id: z.string().regex(/^F[A-Z0-9]+$/),
    channel_id: ChannelId,
    user_id: UserId,
  }),
});
export type FileSharedEvent = z.infer<typeof FileSharedEvent>;

export const HomeOpenedEvent = z.object({ event: z.object({ user: UserId, tab: z.string().default('home') }) });
