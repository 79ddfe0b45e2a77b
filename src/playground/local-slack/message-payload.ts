import type { JsonObject } from './json.ts';
import type { Message } from './transcript.ts';
import { appId, botId, botUserId, teamId } from './workspace-seed.ts';

/** A message as Slack puts it into answers and payloads. */
export function toMessagePayload({ ts, threadTs, userId, text, blocks, files, edits }: Message): JsonObject {
  return {
    type: 'message',
    ...{ ts, text, blocks, user: userId, team: teamId },
    ...(files.length > 0 && { files }),
    ...(userId === botUserId && { bot_id: botId, app_id: appId }),
    ...(threadTs !== null && { thread_ts: threadTs }),
    ...(edits > 0 && { edited: { user: userId, ts } }),
  };
}
