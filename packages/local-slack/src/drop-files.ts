import type { ChannelRef } from './conversations.ts';
import type { Delivery } from './delivery.ts';
import { enterChannel } from './enter-channel.ts';
import { enterThread } from './enter-thread.ts';
import type { FileDrop } from './file-store.ts';
import { tellMessage } from './message-events.ts';
import type { Person } from './people.ts';
import { shareFiles } from './share-files.ts';
import { readTyped } from './typed-text.ts';
import type { Workspace } from './workspace.ts';

/** What a person's drop became. */
export interface SharedFiles {
  readonly messageTs: string;
  readonly fileIds: readonly string[];
  /** The events that told the bot; none where it is no member. */
  readonly deliveries: readonly Delivery[];
}

export interface DropOptions {
  /** Drops into the thread of this message. */
  readonly threadTs?: string | null;
  /**
   * The files come from another organisation: messages and events hold no more than their ID and
   * `file_access: 'check_file_info'`, and the rest is in files.info. So do those of a stranger unless told otherwise.
   */
  readonly slackConnect?: boolean;
}

/**
 * Shares files in one message of a channel and sends the events to which the app is subscribed.
 * @throws ClientRefusalError when the person is not in the channel, or the thread is not there.
 */
export async function dropFiles(
  slack: Workspace,
  person: Person,
  where: ChannelRef,
  drops: readonly FileDrop[],
  comment: string,
  { threadTs = null, slackConnect = person.kind === 'stranger' }: DropOptions = {},
): Promise<SharedFiles> {
  const channel = enterChannel(slack.conversations, person, where);
  enterThread(slack, channel, threadTs);
  const fileIds = await slack.files.take(person, drops, slackConnect ? 'share from elsewhere' : 'share');
  const share = { fileIds, userId: person.id, threadTs, text: readTyped(slack, comment) };
  const { message, events } = shareFiles(slack, channel, share);
  // One drop gives the events of its files, and one message of subtype file_share.
  const fields = { subtype: 'file_share', upload: true, display_as_bot: false };
  return { messageTs: message.ts, fileIds, deliveries: await tellMessage(slack, channel, message, { fields, events }) };
}
