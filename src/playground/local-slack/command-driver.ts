import { answerResponseUrl } from './answer-response-url.ts';
import type { ChannelRef } from './conversations.ts';
import type { Delivery } from './delivery.ts';
import { enterChannel } from './enter-channel.ts';
import { type JsonObject, readObject } from './json.ts';
import type { Person } from './people.ts';
import type { Workspace } from './workspace.ts';
import { appId, credentials, teamDomain, teamId } from './workspace-seed.ts';

/**
 * Types the slash command in a channel, and shows what the bot's ack says, if it says something.
 * @throws ClientRefusalError when the person is not in the channel.
 */
export async function sendCommand(
  slack: Workspace,
  person: Person,
  text: string,
  where: ChannelRef,
): Promise<Delivery> {
  const channel = enterChannel(slack.conversations, person, where);
  const origin = { userId: person.id, channelId: channel.id, messageTs: null };
  const payload = {
    token: credentials.verificationToken,
    team_id: teamId,
    team_domain: teamDomain,
    channel_id: channel.id,
    channel_name: channel.publicName,
    user_id: person.id,
    user_name: person.name,
    command: slack.command,
    text,
    api_app_id: appId,
    is_enterprise_install: 'false',
    response_url: slack.origin() + slack.responseUrls.issue(origin, 'commands'),
    trigger_id: slack.triggers.issue({ userId: person.id, viewId: null }),
  };
  return slack.dispatcher.deliver('command', payload, {
    apply: (body) => {
      const message = readAck(body);
      if (message) answerResponseUrl(slack.messages, origin, message);
    },
  });
}

/** The message in an ack; undefined when the ack is silent. */
function readAck(body: unknown): JsonObject | undefined {
  if (typeof body === 'string') return body === '' ? undefined : { text: body };
  const message = readObject(body);
  return Object.keys(message).length === 0 ? undefined : message;
}
