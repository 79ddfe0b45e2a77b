import type { ChannelRef } from './conversations.ts';
import type { Delivery } from './delivery.ts';
import { enterChannel } from './enter-channel.ts';
import type { FileDrop } from './file-desk.ts';
import { escapeTyped, tellMessage } from './message-events.ts';
import type { Person } from './people.ts';
import type { Workspace } from './workspace.ts';

/** What a person's drop became. */
export interface SharedFiles {
  readonly messageTs: string;
  readonly fileIds: readonly string[];
  /** The events that told the bot; none where it is no member. */
  readonly deliveries: readonly Delivery[];
}

/**
 * Shares files in one message of a channel and sends the events to which the app is subscribed.
 * @throws ClientRefusalError when the person is not in the channel.
 */
export async function dropFiles(
  slack: Workspace,
  person: Person,
  where: ChannelRef,
  drops: readonly FileDrop[],
  comment: string,
): Promise<SharedFiles> {
  const channel = enterChannel(slack.conversations, person, where);
  const fileIds = await slack.files.take(person, drops, 'share');
  const ts = slack.messages.nextTs();
  slack.files.share(fileIds, { channelId: channel.id, ts, threadTs: null });
  const files = slack.files.describe(fileIds);
  const post = { ts, channelId: channel.id, userId: person.id, text: escapeTyped(comment), files };
  const message = slack.messages.post(post);
  // One drop gives a file_shared for each file, with IDs only, and one message of subtype file_share.
  const shared = fileIds.map((fileId) => ({
    type: 'file_shared',
    ...{ channel_id: channel.id, file_id: fileId, user_id: person.id, file: { id: fileId }, event_ts: ts },
  }));
  const deliveries = await tellMessage(slack, channel, message, {
    fields: { subtype: 'file_share', upload: true, display_as_bot: false },
    events: slack.events.includes('file_shared') ? shared : [],
  });
  return { messageTs: ts, fileIds, deliveries };
}
