import { ClientRefusalError } from '../client-refusal-error.ts';
import { tellEdit } from '../delivery/message-events.ts';
import type { ChannelRef } from '../state/conversations.ts';
import type { Person } from '../state/people.ts';
import type { Workspace } from '../state/workspace.ts';
import { enterChannel } from './enter-channel.ts';
import type { Said } from './say-something.ts';
import { readTyped } from './typed-text.ts';

/**
 * Replaces the text of a person's own message.
 * @throws ClientRefusalError for blank text, and for a message that is missing or someone else's.
 */
export async function editMessage(
  slack: Workspace,
  person: Person,
  where: ChannelRef,
  messageTs: string,
  typed: string,
): Promise<Said> {
  const channel = enterChannel(slack.conversations, person, where);
  if (typed.trim() === '') throw new ClientRefusalError('The message is empty, so nothing was changed.');
  const place = { channelId: channel.id, ts: messageTs };
  const before = slack.transcript.findMessage(place);
  if (!before || before.deleted || before.userId !== person.id) {
    throw new ClientRefusalError('People can edit only messages of their own.');
  }
  const after = slack.messages.replace(place, { text: readTyped(slack, typed), blocks: [] });
  const deliveries = await tellEdit(slack, channel, { before, after, ts: slack.messages.nextTs() });
  return { messageTs, deliveries };
}
