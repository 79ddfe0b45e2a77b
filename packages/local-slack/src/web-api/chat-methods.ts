import { toMessagePayload } from '../delivery/payloads.ts';
import { readText } from '../json.ts';
import { SlackApiError } from '../slack-api-error.ts';
import { readContent } from '../state/message-store.ts';
import { type Methods, requireScope } from './method.ts';
import { requireConversation, requireDestination, requireMembership, requireThread } from './require-conversation.ts';

export const chatMethods: Methods = {
  'chat.postMessage': (slack, args) => {
    requireScope(slack, 'chat:write');
    const channel = requireDestination(slack, args.channel);
    const threadTs = requireThread(slack, channel, args.thread_ts);
    const post = { ...readContent(args), channelId: channel.id, userId: slack.team.botUserId, threadTs };
    const message = slack.messages.post(post);
    return { channel: channel.id, ts: message.ts, message: toMessagePayload(slack, message) };
  },
  'chat.update': (slack, args) => {
    requireScope(slack, 'chat:write');
    const place = { channelId: requireConversation(slack, args.channel).id, ts: readText(args.ts) };
    const content = readContent(args);
    slack.messages.requireOwn(place, 'cant_update_message');
    const message = slack.messages.replace(place, content);
    return { channel: place.channelId, ts: place.ts, text: message.text, message: toMessagePayload(slack, message) };
  },
  'chat.delete': (slack, args) => {
    requireScope(slack, 'chat:write');
    const place = { channelId: requireConversation(slack, args.channel).id, ts: readText(args.ts) };
    slack.messages.requireOwn(place, 'cant_delete_message');
    slack.messages.remove(place);
    return { channel: place.channelId, ts: place.ts };
  },
  'chat.postEphemeral': (slack, args) => {
    requireScope(slack, 'chat:write');
    const content = readContent(args);
    const channel = requireMembership(slack, args.channel);
    const ephemeralFor = readText(args.user);
    if (!channel.memberIds.has(ephemeralFor)) throw new SlackApiError('user_not_in_channel');
    const threadTs = readText(args.thread_ts) || null;
    const post = { ...content, channelId: channel.id, userId: slack.team.botUserId, threadTs, ephemeralFor };
    return { message_ts: slack.messages.post(post).ts };
  },
};
