import { z } from 'zod';
import type { Delivery } from './delivery.ts';
import type { Channel, Conversation, Person } from './emulated-workspace.ts';
import type { FileDrop } from './file-desk.ts';
import type { JsonObject } from './json.ts';
import { eventPayload } from './payloads.ts';
import type { Workspace } from './workspace.ts';

/** What a person's drop became. */
export interface SharedFiles {
  readonly messageTs: string;
  readonly fileIds: readonly string[];
  /** The events that told the bot; none where it is no member. */
  readonly deliveries: readonly Delivery[];
}

const shares = z.record(z.string(), z.array(z.object({ ts: z.string() })));
const sharedFile = z.object({
  id: z.string(),
  shares: z.object({ public: shares.optional(), private: shares.optional() }),
});

/** Uploads files into one message of a channel and sends the events to which the app is subscribed. */
export async function dropFiles(
  slack: Workspace,
  person: Person,
  channel: Channel,
  drops: readonly FileDrop[],
  comment: string,
): Promise<SharedFiles> {
  const files = await slack.files.upload(person, drops, { channelId: channel.id, comment });
  const read = z.array(sharedFile).parse(files);
  const share = read
    .flatMap(({ shares: { public: open, private: closed } }) => (open ?? closed)?.[channel.id] ?? [])
    .at(0);
  if (!share) throw new Error('The emulator took the files but does not say where they are shared.');
  const message = {
    ts: share.ts,
    channelId: channel.id,
    threadTs: null,
    userId: person.id,
    text: comment,
    blocks: [],
    files,
  };
  slack.transcript.addMessage({ ...message, ephemeralFor: null });

  const conversation = await slack.emulated.findConversation(channel.id);
  const fileIds = read.map(({ id }) => id);
  const events = conversation?.is_member
    ? listEvents(slack, conversation, person, { ts: share.ts, comment, files, fileIds })
    : [];
  const deliveries = await Promise.all(
    events.map((event) => slack.dispatcher.deliver('event', eventPayload(slack, event))),
  );
  return { messageTs: share.ts, fileIds, deliveries };
}

/** One drop gives a file_shared for each file, with IDs only, and one message of subtype file_share. */
function listEvents(
  { events, teamId }: Workspace,
  { id, is_im, is_private }: Conversation,
  person: Person,
  { ts, comment, files, fileIds }: { ts: string; comment: string; files: JsonObject[]; fileIds: string[] },
): JsonObject[] {
  const shared = fileIds.map((fileId) => ({
    type: 'file_shared',
    ...{ channel_id: id, file_id: fileId, user_id: person.id, file: { id: fileId }, event_ts: ts },
  }));
  const channel_type = is_im ? 'im' : is_private ? 'group' : 'channel';
  const message = {
    ...{ type: 'message', subtype: 'file_share', text: comment, files, upload: true, user: person.id, team: teamId },
    ...{ ts, event_ts: ts, channel: id, channel_type, display_as_bot: false },
  };
  const messageEvent = { im: 'message.im', group: 'message.groups', channel: 'message.channels' }[channel_type];
  return [...(events.includes('file_shared') ? shared : []), ...(events.includes(messageEvent) ? [message] : [])];
}
