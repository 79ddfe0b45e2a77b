import type { Channel } from './conversations.ts';
import type { Delivery } from './delivery.ts';
import { findPerson } from './find-person.ts';
import type { JsonObject } from './json.ts';
import { eventPayload } from './payloads.ts';
import { teamOf } from './team-of.ts';
import type { Message } from './transcript.ts';
import { mentionsBot } from './typed-text.ts';
import type { Workspace } from './workspace.ts';

/**
 * Notifies the bot of a person's message in a channel that it has joined: sends `further`, a mention if there is one,
 * and the message itself if the app is subscribed to messages there. Resolves when each event is acked or has timed
 * out.
 */
export async function tellMessage(
  slack: Workspace,
  channel: Channel,
  message: Message,
  further: { readonly fields: JsonObject; readonly events: readonly JsonObject[] } = { fields: {}, events: [] },
): Promise<Delivery[]> {
  if (!channel.botIsMember) return [];
  const { ts, threadTs, userId, text, files } = message;
  const author = findPerson(slack, userId);
  const team = teamOf(slack, userId);
  const { channelType, event } = messageKind(channel);
  const body = {
    ...{ text, user: userId, team, ts, event_ts: ts, channel: channel.id },
    ...(channel.isExtShared && { user_team: team, source_team: team }),
    ...(author?.kind === 'bot' && { bot_id: userId.replace(/^[UW]/, 'B') }),
    ...(threadTs !== null && { thread_ts: threadTs }),
    ...(files.length > 0 && { files }),
  };
  const events = [
    ...further.events,
    ...(hearsMention(slack, channel, text) ? [{ ...body, type: 'app_mention' }] : []),
    ...(slack.events.includes(event)
      ? [{ ...body, type: 'message', channel_type: channelType, ...further.fields }]
      : []),
  ];
  return Promise.all(events.map((sent) => slack.dispatcher.deliver('event', eventPayload(slack, sent))));
}

function messageKind({ kind, isPrivate }: Channel) {
  if (kind === 'direct-message') return { channelType: 'im', event: 'message.im' } as const;
  if (isPrivate) return { channelType: 'group', event: 'message.groups' } as const;
  return { channelType: 'channel', event: 'message.channels' } as const;
}

/** In a direct message everything is meant for the bot, so Slack sends no mentions. */
function hearsMention({ events, scopes, team }: Workspace, { kind }: Channel, text: string): boolean {
  const isSubscribed = events.includes('app_mention') && scopes.includes('app_mentions:read');
  return isSubscribed && kind === 'channel' && mentionsBot(team, text);
}
