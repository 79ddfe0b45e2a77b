import type { JsonObject } from '../json.ts';
import type { Channel } from '../state/conversations.ts';
import { findPerson, teamOf } from '../state/people.ts';
import type { Message } from '../state/transcript.ts';
import type { LocalWorkspace } from '../state/workspace.ts';
import type { Delivery } from './delivery.ts';
import { eventPayload } from './payloads.ts';

/**
 * Notifies the bot of a person's message in a channel that it has joined: sends `further`, a mention if there is one,
 * and the message itself if the app is subscribed to messages there. Resolves when each event is acked or has timed
 * out.
 */
export async function sendMessageEvent(
  slack: LocalWorkspace,
  channel: Channel,
  message: Message,
  further: { fields: JsonObject; events: readonly JsonObject[] } = { fields: {}, events: [] },
): Promise<Delivery[]> {
  if (!channel.botIsMember) return [];
  const { channelType } = messageKind(channel);
  const body = { ...messageBody(slack, channel, message), event_ts: message.ts, channel: channel.id };
  const events = [
    ...further.events,
    ...(hearsMention(slack, channel, message.text) ? [{ ...body, type: 'app_mention' }] : []),
    ...(hearsMessages(slack, channel)
      ? [{ ...body, type: 'message', channel_type: channelType, ...further.fields }]
      : []),
  ];
  return send(slack, events);
}

/**
 * Notifies the bot that a person has edited a message: of a mention each time that the new text has one, with the time
 * of the message and that of the edit; and of the change if the app is subscribed to messages there.
 */
export async function sendEditEvent(
  slack: LocalWorkspace,
  channel: Channel,
  { before, after, ts }: { before: Message; after: Message; ts: string },
): Promise<Delivery[]> {
  if (!channel.botIsMember) return [];
  const { channelType } = messageKind(channel);
  const edited = { user: after.userId, ts };
  const body = { ...messageBody(slack, channel, after), edited };
  const change = {
    type: 'message',
    subtype: 'message_changed',
    hidden: true,
    channel: channel.id,
    channel_type: channelType,
    ts,
    event_ts: ts,
    message: { ...body, type: 'message' },
    previous_message: { ...messageBody(slack, channel, before), type: 'message' },
  };
  return send(slack, [
    ...(hearsMention(slack, channel, after.text)
      ? [{ ...body, type: 'app_mention', channel: channel.id, event_ts: ts }]
      : []),
    ...(hearsMessages(slack, channel) ? [change] : []),
  ]);
}

const send = (slack: LocalWorkspace, events: readonly JsonObject[]): Promise<Delivery[]> =>
  Promise.all(events.map((sent) => slack.dispatcher.deliver('event', eventPayload(slack, sent))));

function messageBody(
  slack: LocalWorkspace,
  channel: Channel,
  { files, text, threadTs, ts, userId }: Message,
): JsonObject {
  const author = findPerson(slack, userId);
  const team = teamOf(slack, userId);
  return {
    text,
    user: userId,
    team,
    ts,
    ...(channel.isExtShared && { user_team: team, source_team: team }),
    ...(author?.kind === 'bot' && { bot_id: userId.replace(/^[UW]/, 'B') }),
    ...(threadTs !== null && { thread_ts: threadTs }),
    ...(files.length > 0 && { files }),
  };
}

function messageKind({ kind, isPrivate }: Channel) {
  if (kind === 'direct-message') return { channelType: 'im', event: 'message.im', scope: 'im:history' } as const;
  if (isPrivate) return { channelType: 'group', event: 'message.groups', scope: 'groups:history' } as const;
  return { channelType: 'channel', event: 'message.channels', scope: 'channels:history' } as const;
}

/** The event subscription is not enough: a workspace that installed the app earlier may lack the scope. */
function hearsMessages({ events, scopes }: LocalWorkspace, channel: Channel): boolean {
  const { event, scope } = messageKind(channel);
  return events.includes(event) && scopes.includes(scope);
}

/** In a direct message everything is meant for the bot, so Slack sends no mentions. */
function hearsMention({ events, scopes, team }: LocalWorkspace, { kind }: Channel, text: string): boolean {
  const isSubscribed = events.includes('app_mention') && scopes.includes('app_mentions:read');
  return isSubscribed && kind === 'channel' && text.includes(`<@${team.botUserId}>`);
}
