import { answerResponseUrl } from './answer-response-url.ts';
import type { Delivery } from './delivery.ts';
import type { Channel, Person } from './emulated-workspace.ts';
import { type JsonObject, readObject } from './json.ts';
import type { Workspace } from './workspace.ts';
import { appId, credentials, teamDomain } from './workspace-seed.ts';

/** Types the slash command in a channel, and shows what the bot's ack says, if it says something. */
export function sendCommand(slack: Workspace, person: Person, text: string, channel: Channel): Promise<Delivery> {
  const { messages, emulated, teamId } = slack;
  const origin = { userId: person.id, channelId: channel.id, messageTs: null };
  const payload = {
    token: credentials.verificationToken,
    team_id: teamId,
    team_domain: teamDomain,
    channel_id: channel.id,
    channel_name: channel.name,
    user_id: person.id,
    user_name: person.name,
    command: slack.command,
    text,
    api_app_id: appId,
    is_enterprise_install: 'false',
    response_url: emulated.publicUrl + slack.responseUrls.issue(teamId, origin),
    trigger_id: slack.triggers.issue({ userId: person.id, viewId: null }),
  };
  return slack.dispatcher.deliver('command', payload, {
    apply: async (body) => {
      const message = readAck(body);
      if (message) await answerResponseUrl(messages, emulated.tokens.bot, origin, message);
    },
  });
}

/** The message in an ack; undefined when the ack is silent. */
function readAck(body: unknown): JsonObject | undefined {
  if (typeof body === 'string') return body === '' ? undefined : { text: body };
  const message = readObject(body);
  return Object.keys(message).length === 0 ? undefined : message;
}
