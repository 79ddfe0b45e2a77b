import { ClientRefusalError } from '../client-refusal-error.ts';
import type { Person } from '../state/people.ts';
import type { Message } from '../state/transcript.ts';
import type { Workspace } from '../state/workspace.ts';

/**
 * The current state of a message that is on a person's screen.
 * @throws ClientRefusalError if it was deleted, is someone else's ephemeral message, or is in a channel that they are
 * not in.
 */
export function requireVisible({ transcript, conversations }: Workspace, person: Person, where: Message): Message {
  const message = transcript.findMessage(where);
  const hidden = message && message.ephemeralFor !== null && message.ephemeralFor !== person.id;
  const isMember = conversations.isMember({ id: where.channelId }, person.id);
  if (!message || message.deleted || hidden || !isMember) {
    throw new ClientRefusalError('This person cannot see that message.');
  }
  return message;
}
