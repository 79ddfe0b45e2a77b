import type { JsonObject } from '../json.ts';
import { teamOf } from '../state/team-of.ts';
import type { Message } from '../state/transcript.ts';
import type { Workspace } from '../state/workspace.ts';
import { appId } from '../state/workspace-seed.ts';

/** A message in the format of answers and payloads. */
export function toMessagePayload(
  { people, team }: Workspace,
  { ts, threadTs, userId, text, blocks, files, edits }: Message,
): JsonObject {
  return {
    type: 'message',
    ts,
    text,
    blocks,
    user: userId,
    team: teamOf({ people, team }, userId),
    ...(files.length > 0 && { files }),
    ...(userId === team.botUserId && { bot_id: team.botId, app_id: appId }),
    ...(threadTs !== null && { thread_ts: threadTs }),
    ...(edits > 0 && { edited: { user: userId, ts } }),
  };
}
