import { ClientRefusalError } from './client-refusal-error.ts';
import type { ChannelRef } from './conversations.ts';
import type { Delivery } from './delivery.ts';
import { enterChannel } from './enter-channel.ts';
import { enterThread } from './enter-thread.ts';
import { tellMessage } from './message-events.ts';
import type { Person } from './people.ts';
import { readTyped } from './typed-text.ts';
import type { Workspace } from './workspace.ts';

/** A plain message of a person. */
export interface Said {
  readonly messageTs: string;
  /** The events that told the bot; none where it is no member or not subscribed. */
  readonly deliveries: readonly Delivery[];
}

/**
 * Posts what a person types, in a channel or in the thread of one of its messages. `@abilities` mentions the bot, as
 * `<@ID>` does.
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
  enterThread(slack, channel, threadTs);
  const post = { channelId: channel.id, userId: person.id, text: readTyped(slack, typed), threadTs };
  const message = slack.messages.post(post);
  return { messageTs: message.ts, deliveries: await tellMessage(slack, channel, message) };
}
