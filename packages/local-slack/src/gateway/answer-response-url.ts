import { type JsonObject, readFlag, readText } from '../json.ts';
import { SlackApiError } from '../slack-api-error.ts';
import { readContent } from '../state/message-store.ts';
import type { ResponseUrlOrigin } from '../state/response-urls.ts';
import type { Workspace } from '../state/workspace.ts';

/**
 * Carries out the body of a response_url request, or of a command's ack, which works the same. Reaches the origin's
 * channel even if the bot is not a member.
 * @throws SlackApiError for a body that Slack would reject.
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
