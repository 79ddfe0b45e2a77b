import * as z from 'zod';
import { eventPayload } from '../delivery/payloads.ts';
import { shareFiles } from '../files/share-files.ts';
import { readText } from '../json.ts';
import { SlackApiError } from '../slack-api-error.ts';
import type { Channel } from '../state/conversations.ts';
import type { LocalWorkspace } from '../state/workspace.ts';
import { type Methods, requireScope } from './method.ts';
import { requireMembership, requireThread } from './require-conversation.ts';

const reservation = z.object({ filename: z.string().trim().min(1), length: z.coerce.number().int().min(1) });
const uploads = z.array(z.object({ id: z.string(), title: z.string().optional() })).min(1);

/** Details of files that the bot may see, and its own uploads in three steps. */
export const fileMethods: Methods = {
  'files.info': (slack, args) => {
    requireScope(slack, 'files:read');
    const id = readText(args.file);
    if (!slack.files.findForBot(id)) throw new SlackApiError('file_not_found');
    const [file] = slack.files.describeFully([id]);
    return { file, comments: [] };
  },
  'files.getUploadURLExternal': (slack, args) => {
    requireScope(slack, 'files:write');
    // Slack treats a length of 0 as missing.
    if (!args.filename || !args.length || Number(args.length) === 0) throw new SlackApiError('missing_argument');
    const read = reservation.safeParse(args);
    if (!read.success) throw new SlackApiError('invalid_arguments');
    const file_id = slack.files.reserve(read.data.filename, read.data.length);
    return { file_id, upload_url: `${slack.origin()}/upload/v1/${file_id}` };
  },
  'files.completeUploadExternal': (slack, args) => {
    requireScope(slack, 'files:write');
    const read = uploads.safeParse(args.files);
    if (!read.success) throw new SlackApiError('invalid_arguments');
    const ids = read.data.map(({ id }) => id);
    const channel = readText(args.channel_id) ? requireChannelId(slack, args.channel_id) : null;
    const threadTs = channel && requireThread(slack, channel, args.thread_ts);
    slack.files.complete(read.data);
    if (channel) {
      const share = { fileIds: ids, userId: slack.team.botUserId, threadTs, text: readText(args.initial_comment) };
      // The bot gets events for its own files too, after the answer to this call. A delivery never rejects.
      for (const event of shareFiles(slack, channel, share).events) {
        void slack.dispatcher.deliver('event', eventPayload(slack, event));
      }
    }
    return { files: slack.files.describe(ids) };
  },
};

/**
 * Unlike chat.postMessage, this accepts no user ID for a direct message.
 * @throws SlackApiError invalid_arguments for a user ID, channel_not_found or not_in_channel.
 */
function requireChannelId(slack: LocalWorkspace, id: unknown): Channel {
  if (!/^[CGDZ][A-Z0-9]{8,}$/.test(readText(id))) {
    const reason = 'input must match regex pattern: ^[CGDZ][A-Z0-9]{8,}$';
    throw new SlackApiError('invalid_arguments', {}, [`[ERROR] ${reason} [json-pointer:/channel_id]`]);
  }
  return requireMembership(slack, id);
}
