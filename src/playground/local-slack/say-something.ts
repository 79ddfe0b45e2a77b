import { ClientRefusalError } from './client-refusal-error.ts';
import type { ChannelRef } from './conversations.ts';
import type { Delivery } from './delivery.ts';
import { enterChannel } from './enter-channel.ts';
import { escapeTyped, tellMessage } from './message-events.ts';
import type { Person } from './people.ts';
import type { Workspace } from './workspace.ts';

/** A plain message of a person. */
export interface Said {
  readonly messageTs: string;
  /** The event that told the bot; none where it is no member or not subscribed. */
  readonly deliveries: readonly Delivery[];
}

/**
 * Posts what a person types, in a channel or in the thread of one of its messages.
 * @throws ClientRefusalError for nothing but blanks, for a channel they are not in, and for a thread that is not there.
 */
export async function saySomething(
  slack: Workspace,
  person: Person,
  where: ChannelRef,
  typed: string,
  threadTs: string | null,
): Promise<Said> {
  const channel = enterChannel(slack.conversations, person, where);
  if (typed.trim() === '') throw new ClientRefusalError('There is nothing to send. Type a message first.');
  const parent = threadTs === null ? null : slack.transcript.findMessage({ channelId: channel.id, ts: threadTs });
  // Nobody can reply to an ephemeral: for everybody else it is not there.
  if (parent === undefined || parent?.deleted || parent?.ephemeralFor) {
    throw new ClientRefusalError('The message of this thread is not there, so nothing was sent.');
  }
  const post = { channelId: channel.id, userId: person.id, text: escapeTyped(typed), threadTs };
  const message = slack.messages.post(post);
  return { messageTs: message.ts, deliveries: await tellMessage(slack, channel, message) };
}
