import { type JsonObject, readFlag, readText } from './json.ts';
import { type MessageDesk, readContent } from './message-desk.ts';
import type { ResponseUrlOrigin } from './response-urls.ts';
import { SlackApiError } from './slack-api-error.ts';

/**
 * Does what the bot asks by a response_url, or by the body of a command's ack, which means the same.
 *
 * `token` must be able to post in the origin's channel, also where the bot is no member: a response_url may.
 * @throws SlackApiError for a body that Slack would refuse.
 */
export async function answerResponseUrl(
  messages: MessageDesk,
  token: string,
  origin: ResponseUrlOrigin,
  body: JsonObject,
): Promise<void> {
  const { channelId, userId, messageTs } = origin;
  if (readFlag(body.delete_original)) {
    if (messageTs === null) throw new SlackApiError('message_not_found');
    return messages.remove({ channelId, ts: messageTs });
  }
  const content = readContent(body);
  if (readFlag(body.replace_original) && messageTs !== null) {
    return messages.replace({ channelId, ts: messageTs }, content);
  }
  const threadTs = readText(body.thread_ts) || null;
  if (body.response_type !== 'in_channel') {
    messages.postEphemeral({ userId, channelId, threadTs }, content);
    return;
  }
  await messages.post(token, { channel: channelId, ...content, ...(threadTs !== null && { thread_ts: threadTs }) });
}
