import { z } from 'zod';
import { readText } from '../json.ts';
import { SlackApiError } from '../slack-api-error.ts';
import { botUserId } from '../workspace-seed.ts';
import { type Methods, requireScope } from './method.ts';
import { requireDestination, requireThread } from './require-conversation.ts';

const reservation = z.object({ filename: z.string().trim().min(1), length: z.coerce.number().int().min(0) });
const uploads = z.array(z.object({ id: z.string(), title: z.string().optional() })).min(1);

/** Files: what the bot may know of them, and its own uploads in three steps. */
export const fileMethods: Methods = {
  'files.info': (slack, args) => {
    requireScope(slack, 'files:read');
    const id = readText(args.file);
    if (!slack.files.findForBot(id)) throw new SlackApiError('file_not_found');
    const [file] = slack.files.describe([id]);
    return { file, comments: [] };
  },
  'files.getUploadURLExternal': (slack, args) => {
    requireScope(slack, 'files:write');
    const read = reservation.safeParse(args);
    if (!read.success) throw new SlackApiError('invalid_arguments');
    const file_id = slack.files.reserve(read.data.filename);
    return { file_id, upload_url: `${slack.origin()}/upload/v1/${file_id}` };
  },
  'files.completeUploadExternal': (slack, args) => {
    requireScope(slack, 'files:write');
    const read = uploads.safeParse(args.files);
    if (!read.success) throw new SlackApiError('invalid_arguments');
    const ids = read.data.map(({ id }) => id);
    const channel = readText(args.channel_id) ? requireDestination(slack, args.channel_id) : null;
    const threadTs = channel && requireThread(slack, channel, args.thread_ts);
    slack.files.complete(read.data);
    if (channel) {
      const ts = slack.messages.nextTs();
      slack.files.share(ids, { channelId: channel.id, ts, threadTs });
      const text = readText(args.initial_comment);
      const files = slack.files.describe(ids);
      slack.messages.post({ ts, channelId: channel.id, userId: botUserId, threadTs, text, files });
    }
    return { files: slack.files.describe(ids) };
  },
};
