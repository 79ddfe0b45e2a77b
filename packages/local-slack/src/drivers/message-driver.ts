import { ClientRefusalError } from '../client-refusal-error.ts';
import type { Delivery } from '../delivery/delivery.ts';
import { sendEditEvent, sendMessageEvent } from '../delivery/message-events.ts';
import type { FileDrop } from '../files/file-store.ts';
import { shareFiles } from '../files/share-files.ts';
import type { ChannelRef } from '../state/conversations.ts';
import type { Person } from '../state/people.ts';
import type { LocalWorkspace } from '../state/workspace.ts';
import { readTyped } from './typed-text.ts';
import { enterChannel, enterThread } from './visibility.ts';

export interface Said {
  messageTs: string;
  /** The bot's events; none if it is not a member or not subscribed. */
  deliveries: readonly Delivery[];
}

/**
 * Posts a person's text in a channel or a thread. `@abilities` mentions the bot, like `<@ID>`.
 * @throws ClientRefusalError for blank text, for a channel that they are not in, or for a missing thread.
 */
export async function saySomething(
  slack: LocalWorkspace,
  person: Person,
  where: ChannelRef,
  typed: string,
  threadTs: string | null,
): Promise<Said> {
  const channel = enterChannel(slack.conversations, person, where);
  if (typed.trim() === '') throw new ClientRefusalError('The message is empty, so nothing was sent.');
  enterThread(slack, channel, threadTs);
  const post = { channelId: channel.id, userId: person.id, text: readTyped(slack, typed), threadTs };
  const message = slack.messages.post(post);
  return { messageTs: message.ts, deliveries: await sendMessageEvent(slack, channel, message) };
}

/**
 * Replaces the text of a person's own message.
 * @throws ClientRefusalError for blank text, and for a message that is missing or someone else's.
 */
export async function editMessage(
  slack: LocalWorkspace,
  person: Person,
  where: ChannelRef,
  messageTs: string,
  typed: string,
): Promise<Said> {
  const channel = enterChannel(slack.conversations, person, where);
  if (typed.trim() === '') throw new ClientRefusalError('The message is empty, so nothing changed.');
  const place = { channelId: channel.id, ts: messageTs };
  const before = slack.transcript.findMessage(place);
  if (!before || before.deleted || before.userId !== person.id) {
    throw new ClientRefusalError('People can edit only their own messages.');
  }
  const after = slack.messages.replace(place, { text: readTyped(slack, typed), blocks: [] });
  const deliveries = await sendEditEvent(slack, channel, { before, after, ts: slack.messages.nextTs() });
  return { messageTs, deliveries };
}

export interface SharedFiles {
  messageTs: string;
  fileIds: readonly string[];
  /** The bot's events; none if it is not a member. */
  deliveries: readonly Delivery[];
}

export interface DropOptions {
  /** Shares in the thread of this message. */
  threadTs?: string | null;
  /**
   * The files come from another organization: messages and events contain only their ID and `file_access:
   * 'check_file_info'`, and files.info has the rest. Default for files of a stranger.
   */
  slackConnect?: boolean;
}

/**
 * Shares files in one message of a channel and sends the events to which the app is subscribed.
 * @throws ClientRefusalError if the person is not in the channel, or the thread does not exist.
 */
export async function dropFiles(
  slack: LocalWorkspace,
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
  return {
    messageTs: message.ts,
    fileIds,
    deliveries: await sendMessageEvent(slack, channel, message, { fields, events }),
  };
}
