import { readText } from '../json.ts';
import { SlackApiError } from '../slack-api-error.ts';
import type { Channel } from '../state/conversations.ts';
import { findPerson } from '../state/people.ts';
import type { LocalWorkspace } from '../state/workspace.ts';

/**
 * @throws SlackApiError channel_not_found, also for a private channel without the bot, which must not learn that it
 * exists.
 */
export function requireConversation({ conversations }: LocalWorkspace, id: unknown): Channel {
  const found = conversations.find(readText(id));
  if (!found || (found.isPrivate && !found.botIsMember)) throw new SlackApiError('channel_not_found');
  return found;
}

/** A conversation that the bot may post to. @throws SlackApiError channel_not_found or not_in_channel */
export function requireMembership(slack: LocalWorkspace, id: unknown): Channel {
  const found = requireConversation(slack, id);
  if (!found.botIsMember) throw new SlackApiError('not_in_channel');
  return found;
}

/** The same, but also accepts a user ID for the direct message with that user. */
export function requireDestination(slack: LocalWorkspace, id: unknown): Channel {
  const person = findPerson(slack, readText(id));
  return person ? slack.conversations.directMessage(person) : requireMembership(slack, id);
}

/** A reply to a missing message is always a bug of the bot, so it is reported, while Slack would hide the message. */
export function requireThread({ transcript }: LocalWorkspace, { id }: Channel, ts: unknown): string | null {
  const threadTs = readText(ts);
  if (threadTs === '') return null;
  if (!transcript.findMessage({ channelId: id, ts: threadTs })) throw new SlackApiError('thread_not_found');
  return threadTs;
}
