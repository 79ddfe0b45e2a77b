import type { Delivery } from '../delivery/delivery.ts';
import { tellMessage } from '../delivery/message-events.ts';
import type { FileDrop } from '../files/file-store.ts';
import { shareFiles } from '../files/share-files.ts';
import type { ChannelRef } from '../state/conversations.ts';
import type { Person } from '../state/people.ts';
import type { Workspace } from '../state/workspace.ts';
import { enterChannel } from './enter-channel.ts';
import { enterThread } from './enter-thread.ts';
import { readTyped } from './typed-text.ts';

export interface SharedFiles {
  readonly messageTs: string;
  readonly fileIds: readonly string[];
  /** The bot's events; none if it is not a member. */
  readonly deliveries: readonly Delivery[];
}

export interface DropOptions {
  /** Shares in the thread of this message. */
  readonly threadTs?: string | null;
  /**
   * The files come from another organization: messages and events contain only their ID and `file_access:
   * 'check_file_info'`, and files.info has the rest. Default for files of a stranger.
   */
  readonly slackConnect?: boolean;
}

/**
 * Shares files in one message of a channel and sends the events to which the app is subscribed.
 * @throws ClientRefusalError if the person is not in the channel, or the thread does not exist.
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
  // Sharing sends one event per file, and one message of subtype file_share.
  const fields = { subtype: 'file_share', upload: true, display_as_bot: false };
  return { messageTs: message.ts, fileIds, deliveries: await tellMessage(slack, channel, message, { fields, events }) };
}
