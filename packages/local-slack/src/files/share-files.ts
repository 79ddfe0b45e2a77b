import type { JsonObject } from '../json.ts';
import type { Channel } from '../state/conversations.ts';
import type { Message } from '../state/transcript.ts';
import type { LocalWorkspace } from '../state/workspace.ts';

interface FileShare {
  fileIds: readonly string[];
  userId: string;
  threadTs: string | null;
  /** In Slack's stored format. */
  text: string;
}

/**
 * Shares files in one message of a channel, and returns the events: a file_shared for each, with IDs only. None if the
 * bot is not a member, or the app not subscribed.
 */
export function shareFiles(
  slack: LocalWorkspace,
  channel: Channel,
  { fileIds, userId, threadTs, text }: FileShare,
): { message: Message; events: readonly JsonObject[] } {
  const ts = slack.messages.nextTs();
  slack.files.share(fileIds, { channelId: channel.id, ts, threadTs });
  const files = slack.files.describe(fileIds);
  const message = slack.messages.post({ ts, channelId: channel.id, userId, threadTs, text, files });
  const isNotified = channel.botIsMember && slack.events.includes('file_shared');
  const events = fileIds.map((fileId) => ({
    type: 'file_shared',
    channel_id: channel.id,
    file_id: fileId,
    user_id: userId,
    file: { id: fileId },
    event_ts: ts,
  }));
  return { message, events: isNotified ? events : [] };
}
