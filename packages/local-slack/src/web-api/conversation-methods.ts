import * as z from 'zod';
import type { JsonObject } from '../json.ts';
import { SlackApiError } from '../slack-api-error.ts';
import type { Channel } from '../state/conversations.ts';
import { findPerson } from '../state/people.ts';
import type { LocalWorkspace } from '../state/workspace.ts';
import { type Methods, requireScope } from './method.ts';
import { requireConversation } from './require-conversation.ts';

/** Slack accepts several user IDs as a comma-separated text. */
const userIds = z.union([z.string().transform((text) => text.split(',').filter(Boolean)), z.array(z.string())]);

/** Channels and direct messages that are visible to the bot. */
export const conversationMethods: Methods = {
  'conversations.info': (slack, args) => {
    const conversation = requireReadable(slack, args.channel);
    return { channel: describeConversation(slack, conversation) };
  },
  'conversations.members': (slack, args) => {
    const conversation = requireReadable(slack, args.channel);
    return { members: [...conversation.memberIds], response_metadata: { next_cursor: '' } };
  },
  'conversations.join': (slack, args) => {
    const conversation = requireConversation(slack, args.channel);
    if (conversation.isPrivate) throw new SlackApiError('method_not_supported_for_channel_type');
    requireScope(slack, 'channels:join');
    slack.conversations.join(conversation.id, slack.team.botUserId);
    return { channel: describeConversation(slack, conversation) };
  },
  'conversations.open': (slack, args) => {
    requireScope(slack, 'im:write');
    const [userId, ...others] = userIds.catch([]).parse(args.users);
    if (userId === undefined) throw new SlackApiError('users_list_not_supplied');
    const person = findPerson(slack, userId);
    // This workspace has no group direct messages.
    if (!person || others.length > 0) throw new SlackApiError('user_not_found');
    return { no_op: true, already_open: true, channel: { id: slack.conversations.directMessage(person).id } };
  },
};

function requireReadable(slack: LocalWorkspace, id: unknown): Channel {
  const conversation = requireConversation(slack, id);
  const { kind, isPrivate } = conversation;
  requireScope(slack, kind === 'direct-message' ? 'im:read' : isPrivate ? 'groups:read' : 'channels:read');
  return conversation;
}

function describeConversation(
  { team }: LocalWorkspace,
  { id, name, kind, isPrivate, memberIds, botIsMember }: Channel,
): JsonObject {
  const isChannel = kind === 'channel';
  return {
    id,
    is_channel: isChannel,
    is_im: !isChannel,
    is_group: false,
    is_mpim: false,
    is_archived: false,
    ...(isChannel
      ? { name, name_normalized: name, is_member: botIsMember, num_members: memberIds.size }
      : { user: [...memberIds].find((member) => member !== team.botUserId) }),
    is_private: isPrivate,
  };
}
