import { ClientRefusalError } from '../client-refusal-error.ts';
import type { Channel, ChannelRef, Conversations } from '../state/conversations.ts';
import type { Person } from '../state/people.ts';

/** The channel as seen by this person. @throws ClientRefusalError if they are not in it. */
export function enterChannel(conversations: Conversations, person: Person, { id }: ChannelRef): Channel {
  const channel = conversations.find(id);
  if (channel && conversations.isMember(channel, person.id)) return channel;
  const name = channel?.kind === 'channel' ? `#${channel.name}` : 'that conversation';
  throw new ClientRefusalError(`${person.name} is not in ${name}, so nothing was sent. Choose a channel they are in.`);
}
