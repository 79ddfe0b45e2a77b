import { ClientRefusalError } from '../client-refusal-error.ts';
import type { Delivery } from '../delivery/delivery.ts';
import { tellMessage } from '../delivery/message-events.ts';
import type { ChannelRef } from '../state/conversations.ts';
import type { Person } from '../state/people.ts';
import type { Workspace } from '../state/workspace.ts';
import { enterChannel } from './enter-channel.ts';
import { enterThread } from './enter-thread.ts';
import { readTyped } from './typed-text.ts';

export interface Said {
  readonly messageTs: string;
  /** The bot's events; none if it is not a member or not subscribed. */
  readonly deliveries: readonly Delivery[];
}

/**
 * Posts a person's text in a channel or a thread. `@abilities` mentions the bot, like `<@ID>`.
 * @throws ClientRefusalError for blank text, for a channel that they are not in, or for a missing thread.
 */
export async function saySomething(
  slack: Workspace,
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
  return { messageTs: message.ts, deliveries: await tellMessage(slack, channel, message) };
}
