import { randomUUID } from 'node:crypto';
import { type JsonObject, readText } from '../json.ts';
import { homeTeamId, type Person, teamOf } from '../state/people.ts';
import type { StateValues } from '../state/state-values.ts';
import type { Message } from '../state/transcript.ts';
import { isView, type View } from '../state/view.ts';
import type { LocalWorkspace } from '../state/workspace.ts';
import { APP_ID, credentials } from '../state/workspace-seed.ts';

/** Fields common to all interactions. */
export function interactionPayload(slack: LocalWorkspace, person: Person, type: string): JsonObject {
  return {
    type,
    ...teamPayload(slack),
    user: { id: person.id, username: person.name, name: person.name, team_id: homeTeamId(person, slack.team) },
    api_app_id: APP_ID,
    token: credentials.verificationToken,
  };
}

/** The workspace of an interaction. An app installed for a whole organization gets it from the user. */
export function teamPayload({ team, installation }: LocalWorkspace): JsonObject {
  const { id, domain, enterprise } = team;
  const isEnterpriseInstall = installation()?.isEnterpriseInstall ?? false;
  const inOrganization = enterprise && { enterprise_id: enterprise.id, enterprise_name: enterprise.name };
  return {
    team: isEnterpriseInstall ? null : { id, domain, ...inOrganization },
    enterprise,
    is_enterprise_install: isEnterpriseInstall,
  };
}

/** The place of an interaction: fields that describe its message or view. */
export function surroundings(slack: LocalWorkspace, where: Message | View, state: StateValues): JsonObject {
  if (isView(where)) {
    return { container: { type: 'view', view_id: where.id }, view: toViewPayload(slack, where) };
  }
  const { ts, channelId, threadTs, ephemeralFor } = where;
  const place = { channel_id: channelId, message_ts: ts, ...(threadTs !== null && { thread_ts: threadTs }) };
  return {
    container: { type: 'message', ...place, is_ephemeral: ephemeralFor !== null },
    channel: describeChannel(slack, channelId),
    state: { values: state },
    // Slack omits the content of an ephemeral message, which it does not store.
    ...(ephemeralFor === null && { message: toMessagePayload(slack, where) }),
  };
}

export function describeChannel({ conversations }: LocalWorkspace, id: string): JsonObject {
  return { id, name: conversations.find(id)?.publicName };
}

/** An Events API envelope around `event`. */
export function eventPayload({ conversations, team, installation }: LocalWorkspace, event: JsonObject): JsonObject {
  const isEnterpriseInstall = installation()?.isEnterpriseInstall ?? false;
  const enterpriseId = team.enterprise?.id ?? null;
  return {
    ...envelope(event),
    team_id: team.id,
    ...(enterpriseId !== null && { enterprise_id: enterpriseId }),
    context_team_id: team.id,
    context_enterprise_id: enterpriseId,
    event_context: `local-${randomUUID()}`,
    is_ext_shared_channel: conversations.find(readText(event.channel_id ?? event.channel))?.isExtShared ?? false,
    authorizations: [
      {
        enterprise_id: enterpriseId,
        team_id: isEnterpriseInstall ? null : team.id,
        user_id: team.botUserId,
        is_bot: true,
        is_enterprise_install: isEnterpriseInstall,
      },
    ],
  };
}

/**
 * The envelope of an uninstall event. It has no authorizations, and no workspace if the installation was an
 * organization's.
 */
export function revocationPayload(
  { team }: LocalWorkspace,
  event: JsonObject,
  wasEnterpriseInstall: boolean,
): JsonObject {
  return {
    ...envelope(event),
    ...(!wasEnterpriseInstall && { team_id: team.id }),
    ...(team.enterprise && { enterprise_id: team.enterprise.id }),
  };
}

function envelope(event: JsonObject): JsonObject {
  return {
    token: credentials.verificationToken,
    api_app_id: APP_ID,
    type: 'event_callback',
    event,
    event_id: `Ev${randomUUID().replaceAll('-', '').slice(0, 12).toUpperCase()}`,
    event_time: Math.floor(Date.now() / 1000),
  };
}

/** A message in the format of answers and payloads. */
export function toMessagePayload(
  { people, team }: LocalWorkspace,
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
    ...(userId === team.botUserId && { bot_id: team.botId, app_id: APP_ID }),
    ...(threadTs !== null && { thread_ts: threadTs }),
    ...(edits > 0 && { edited: { user: userId, ts } }),
  };
}

/** A view in the format of answers and payloads. */
export function toViewPayload({ team, installation }: LocalWorkspace, view: View): JsonObject {
  const { definition } = view;
  const modal = definition.type === 'modal' ? definition : undefined;
  return {
    id: view.id,
    team_id: team.id,
    type: view.type,
    title: modal?.title ?? null,
    submit: modal?.submit ?? null,
    close: modal?.close ?? null,
    blocks: view.blocks,
    private_metadata: view.privateMetadata,
    callback_id: view.callbackId,
    external_id: definition.external_id ?? '',
    state: { values: view.state },
    hash: view.hash,
    clear_on_close: definition.clear_on_close ?? false,
    notify_on_close: definition.notify_on_close ?? false,
    root_view_id: view.rootViewId,
    previous_view_id: view.previousViewId,
    app_id: APP_ID,
    bot_id: team.botId,
    // If installed for a whole organization, the organization's ID.
    app_installed_team_id: installation()?.isEnterpriseInstall ? team.enterprise?.id : team.id,
  };
}
