import type { Channel } from './conversations.ts';
import type { Delivery } from './delivery.ts';
import type { JsonObject } from './json.ts';
import { eventPayload } from './payloads.ts';
import type { Message } from './transcript.ts';
import type { Workspace } from './workspace.ts';
import { teamId } from './workspace-seed.ts';

const kinds = {
  channel: { channelType: 'channel', event: 'message.channels' },
  'direct-message': { channelType: 'im', event: 'message.im' },
} as const;

/**
 * Tells the bot of a person's message where it is a member: what `further` holds, and the message itself when the app
 * is subscribed to messages there. Resolves when each event is acked, or was not in time.
 */
export async function tellMessage(
  slack: Workspace,
  channel: Channel,
  { ts, threadTs, userId, text, files }: Message,
  further: { readonly fields: JsonObject; readonly events: readonly JsonObject[] } = { fields: {}, events: [] },
): Promise<Delivery[]> {
  if (!channel.botIsMember) return [];
  const { channelType, event } = kinds[channel.kind];
  const message = {
    ...{ type: 'message', text, user: userId, team: teamId, ts, event_ts: ts },
    ...{ channel: channel.id, channel_type: channelType },
    ...(threadTs !== null && { thread_ts: threadTs }),
    ...(files.length > 0 && { files }),
    ...further.fields,
  };
  const events = [...further.events, ...(slack.events.includes(event) ? [message] : [])];
  return Promise.all(events.map((sent) => slack.dispatcher.deliver('event', eventPayload(sent))));
}

/** What a person types, as Slack keeps and sends it: its three special characters escaped. */
export function escapeTyped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
