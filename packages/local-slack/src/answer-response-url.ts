import { type JsonObject, readFlag, readText } from './json.ts';
import { readContent } from './message-store.ts';
import type { ResponseUrlOrigin } from './response-urls.ts';
import { SlackApiError } from './slack-api-error.ts';
import type { Workspace } from './workspace.ts';

/**
 * Does what the bot asks by a response_url, or by the body of a command's ack, which means the same. Either reaches the
 * origin's channel also where the bot is no member.
 * @throws SlackApiError for a body that Slack would refuse.
 */
export function answerResponseUrl({ messages, team }: Workspace, origin: ResponseUrlOrigin, body: JsonObject): void {
  const { channelId, userId, messageTs } = origin;
  if (readFlag(body.delete_original)) {
    if (messageTs === null) throw new SlackApiError('message_not_found');
    messages.remove({ channelId, ts: messageTs });
    return;
  }
  const content = readContent(body);
  if (readFlag(body.replace_original) && messageTs !== null) {
    messages.replace({ channelId, ts: messageTs }, content);
    return;
  }
  const threadTs = readText(body.thread_ts) || null;
  const ephemeralFor = body.response_type === 'in_channel' ? null : userId;
  messages.post({ ...content, channelId, userId: team.botUserId, threadTs, ephemeralFor });
}
