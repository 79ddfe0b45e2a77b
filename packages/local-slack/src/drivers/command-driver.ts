import { ClientRefusalError } from '../client-refusal-error.ts';
import type { Delivery } from '../delivery/delivery.ts';
import { type JsonObject, readObject } from '../json.ts';
import type { ChannelRef } from '../state/conversations.ts';
import type { Person } from '../state/people.ts';
import { answerResponseUrl } from '../state/response-urls.ts';
import type { LocalWorkspace } from '../state/workspace.ts';
import { APP_ID, credentials } from '../state/workspace-seed.ts';
import { readTyped } from './typed-text.ts';
import { enterChannel } from './visibility.ts';

/**
 * Types the slash command in a channel, and shows the message in the ack, if any.
 * @throws ClientRefusalError if the person is not in the channel, or belongs to another workspace.
 */
export async function sendCommand(
  slack: LocalWorkspace,
  person: Person,
  text: string,
  where: ChannelRef,
): Promise<Delivery> {
  const channel = enterChannel(slack.conversations, person, where);
  if (person.kind === 'stranger') {
    throw new ClientRefusalError(
      `${person.name} is from another workspace, where ${slack.command} is not a command, so nothing was sent.`,
    );
  }
  const origin = { userId: person.id, channelId: channel.id, messageTs: null };
  const { enterprise } = slack.team;
  const payload = {
    token: credentials.verificationToken,
    team_id: slack.team.id,
    team_domain: slack.team.domain,
    ...(enterprise && { enterprise_id: enterprise.id, enterprise_name: enterprise.name }),
    channel_id: channel.id,
    channel_name: channel.publicName,
    user_id: person.id,
    user_name: person.name,
    command: slack.command,
    // The manifest requests mentions by ID (should_escape).
    text: readTyped(slack, text),
    api_app_id: APP_ID,
    is_enterprise_install: String(slack.installation()?.isEnterpriseInstall ?? false),
    response_url: slack.origin() + slack.responseUrls.issue(origin, 'commands'),
    trigger_id: slack.triggers.issue({ userId: person.id, viewId: null, channelId: channel.id }),
  };
  return slack.dispatcher.deliver('command', payload, {
    apply: (body) => {
      const message = readAck(body);
      if (message) answerResponseUrl(slack, origin, message);
    },
  });
}

/** The message in an ack; undefined if the ack is empty. */
function readAck(body: unknown): JsonObject | undefined {
  if (typeof body === 'string') return body === '' ? undefined : { text: body };
  const message = readObject(body);
  return Object.keys(message).length === 0 ? undefined : message;
}
