import { ClientRefusalError } from '../client-refusal-error.ts';
import type { Channel, ChannelRef, Conversations } from '../state/conversations.ts';
import type { Person } from '../state/people.ts';
import type { Message } from '../state/transcript.ts';
import type { LocalWorkspace } from '../state/workspace.ts';

/**
 * The current state of a message that is on a person's screen.
 * @throws ClientRefusalError if it was deleted, is someone else's ephemeral message, or is in a channel that they are
 * not in.
 */
export function requireVisible({ transcript, conversations }: LocalWorkspace, person: Person, where: Message): Message {
  const message = transcript.findMessage(where);
  const hidden = message && message.ephemeralFor !== null && message.ephemeralFor !== person.id;
  const isMember = conversations.isMember({ id: where.channelId }, person.id);
  if (!message || message.deleted || hidden || !isMember) {
    throw new ClientRefusalError('This person cannot see that message.');
  }
  return message;
}

/** The channel as seen by this person. @throws ClientRefusalError if they are not in it. */
export function enterChannel(conversations: Conversations, person: Person, { id }: ChannelRef): Channel {
  const channel = conversations.find(id);
  if (channel && conversations.isMember(channel, person.id)) return channel;
  const name = channel?.kind === 'channel' ? `#${channel.name}` : 'that conversation';
  throw new ClientRefusalError(`${person.name} is not in ${name}, so nothing was sent. Choose a channel they are in.`);
}

/**
 * Makes sure that a person can reply to the message `threadTs` of a channel; null is no thread.
 * @throws ClientRefusalError if it does not exist, or is ephemeral.
 */
export function enterThread({ transcript }: LocalWorkspace, { id }: Channel, threadTs: string | null): void {
  if (threadTs === null) return;
  const parent = transcript.findMessage({ channelId: id, ts: threadTs });
  if (!parent || parent.deleted || parent.ephemeralFor) {
    throw new ClientRefusalError('The parent message of this thread was not found, so nothing was sent.');
  }
}
