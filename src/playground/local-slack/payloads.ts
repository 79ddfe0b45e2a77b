import { randomUUID } from 'node:crypto';
import type { StateValues } from './element-state.ts';
import type { JsonObject } from './json.ts';
import { toMessagePayload } from './message-payload.ts';
import type { Person } from './people.ts';
import type { Message } from './transcript.ts';
import { isView, type View } from './view.ts';
import { toViewPayload } from './view-payload.ts';
import type { Workspace } from './workspace.ts';
import { appId, botUserId, credentials, teamDomain, teamId } from './workspace-seed.ts';

/** The fields that every interaction has. */
export function interactionPayload(person: Person, type: string): JsonObject {
  return {
    type,
    team: { id: teamId, domain: teamDomain },
    user: { id: person.id, username: person.name, name: person.name, team_id: teamId },
    api_app_id: appId,
    token: credentials.verificationToken,
    enterprise: null,
    is_enterprise_install: false,
  };
}

/** Where an interaction happened: the fields that tell the app about the message or view around it. */
export function surroundings(slack: Workspace, where: Message | View, state: StateValues): JsonObject {
  if (isView(where)) {
    return { container: { type: 'view', view_id: where.id }, view: toViewPayload(where) };
  }
  const { ts, channelId, threadTs, ephemeralFor } = where;
  const place = { channel_id: channelId, message_ts: ts, ...(threadTs !== null && { thread_ts: threadTs }) };
  return {
    container: { type: 'message', ...place, is_ephemeral: ephemeralFor !== null },
    channel: describeChannel(slack, channelId),
    state: { values: state },
    // Slack leaves out the content of an ephemeral: it does not keep it.
    ...(ephemeralFor === null && { message: toMessagePayload(where) }),
  };
}

/** A channel as interactions name it. */
export function describeChannel({ conversations }: Workspace, id: string): JsonObject {
  return { id, name: conversations.find(id)?.publicName };
}

/** An Events API envelope around `event`. */
export function eventPayload(event: JsonObject): JsonObject {
  return {
    token: credentials.verificationToken,
    team_id: teamId,
    api_app_id: appId,
    type: 'event_callback',
    event,
    event_id: `Ev${randomUUID().replaceAll('-', '').slice(0, 12).toUpperCase()}`,
    event_time: Math.floor(Date.now() / 1000),
    event_context: `local-${randomUUID()}`,
    is_ext_shared_channel: false,
    authorizations: [
      { enterprise_id: null, team_id: teamId, user_id: botUserId, is_bot: true, is_enterprise_install: false },
    ],
  };
}
